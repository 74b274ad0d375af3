/** @module-tag long */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { afterAll, afterEach, expect, test } from "vitest"
import { dataOf, removeData } from "@/scripts/database/place.mjs"
import { ensurePostgres, type Server } from "@/scripts/database/server.mjs"
import { isDeep } from "@/tests/helpers/deep"

const running: Server[] = []
const folders: string[] = []
let kept: string | undefined
afterEach(async () => {
  await stop()
  removeFolders()
})
afterAll(() => {
  if (kept) folders.push(kept)
  removeFolders()
})

function removeFolders() {
  for (const folder of folders.splice(0).reverse()) {
    removeData(path.join(folder, "postgres"))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder that nobody but its owner may enter. */
function ownFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-postgres-"))
  folders.push(folder)
  return folder
}

/** Made once, since that takes longer than all else here: as each test leaves it, the next one may take it. */
async function keptFolder() {
  if (kept) return kept
  const folder = ownFolder()
  await write((await start(folder)).url)
  await stop()
  folders.splice(folders.indexOf(folder), 1)
  kept = folder
  return folder
}

/** For a test that does not leave it as it was. */
async function takeFolder() {
  const folder = await keptFolder()
  folders.push(folder)
  kept = undefined
  return folder
}

async function start(folder: string) {
  const settings = ["fsync=off"]
  const server = await ensurePostgres(path.join(folder, "postgres"), { settings })
  running.push(server)
  return server
}

async function stop() {
  for (const server of running.splice(0)) await server.stop()
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

const write = (url: string) => query(url, "create table kept as select 7 as number")
const readKept = (url: string) => query(url, "select number from kept")

function withPassword(url: string, password: string) {
  const changed = new URL(url)
  changed.password = password
  return changed.href
}

/** What was written is there, and the password is asked for. */
async function expectKeptAndProtected(url: string) {
  expect(await readKept(url)).toEqual([{ number: 7 }])
  await expect(readKept(withPassword(url, ""))).rejects.toThrow("password")
  await expect(readKept(withPassword(url, "guessed"))).rejects.toThrow(
    expect.objectContaining({ code: "28P01" }),
  )
}

const files = (folder: string) => ({
  data: dataOf(path.join(folder, "postgres")),
  password: path.join(folder, "postgres.password"),
})

/** As data was before there were passwords. */
function forgetPassword(folder: string) {
  const { data, password } = files(folder)
  writeFileSync(path.join(data, "pg_hba.conf"), "host all all 127.0.0.1/32 trust\n")
  rmSync(password)
}

test("what is written in a folder only its owner may enter is kept, behind a password", async () => {
  const folder = await keptFolder()
  const { url, joined } = await start(folder)
  expect(joined).toBe(false)
  await expectKeptAndProtected(url)
  expect((await start(folder)).joined).toBe(true)
  expect(statSync(files(folder).password).mode & 0o777).toBe(0o600)
})

test("goes on after the server was killed", async () => {
  const folder = await keptFolder()
  const first = await start(folder)
  process.kill(first.pid, "SIGKILL")
  const { url, joined } = await start(folder)
  expect(joined).toBe(false)
  await expectKeptAndProtected(url)
})

test.runIf(isDeep)(
  "data that was open to everybody gets a password at its next start",
  async () => {
    const folder = await keptFolder()
    forgetPassword(folder)
    await expectKeptAndProtected((await start(folder)).url)
  },
)

test("an open server that was left behind starts anew with a password", async () => {
  const folder = await keptFolder()
  const open = await start(folder)
  forgetPassword(folder)
  await query(open.url, "select pg_reload_conf()")
  await expect.poll(() => readKept(withPassword(open.url, "")).catch(() => [])).toHaveLength(1)
  const { url, pid } = await start(folder)
  expect(pid).not.toBe(open.pid)
  await expectKeptAndProtected(url)
})

test.runIf(isDeep)("a password of other data is replaced", async () => {
  const folder = await keptFolder()
  writeFileSync(files(folder).password, "of another database")
  await expectKeptAndProtected((await start(folder)).url)
})

test.runIf(isDeep)(
  "the data follows a folder that moves; a copy of the folder has data of its own",
  async () => {
    const folder = await takeFolder()
    const moved = path.join(ownFolder(), "moved")
    renameSync(folder, moved)
    folders.push(moved)
    await expectKeptAndProtected((await start(moved)).url)
    await stop()
    const link = path.join(path.dirname(moved), "link")
    symlinkSync(moved, link)
    await expectKeptAndProtected((await start(link)).url)
    expect(realpathSync(files(link).data)).toBe(realpathSync(files(moved).data))
    await stop()

    const copy = path.join(ownFolder(), "copy")
    cpSync(moved, copy, { recursive: true })
    folders.push(copy)
    await query((await start(copy)).url, "update kept set number = 8")
    expect(await readKept((await start(moved)).url)).toEqual([{ number: 7 }])
  },
)

test("runs until the last of those who hold it in one process leaves", async () => {
  const folder = await keptFolder()
  const [first, second] = [await start(folder), await start(folder)]
  await second.stop()
  await second.stop()
  expect(await readKept(first.url)).toEqual([{ number: 7 }])
  await first.stop()
  await expect(readKept(first.url)).rejects.toThrow()
})

test("removing leaves nothing", async () => {
  const folder = await takeFolder()
  const { data } = files(folder)
  expect(existsSync(data)).toBe(true)
  removeData(path.join(folder, "postgres"))
  expect(existsSync(data)).toBe(false)
})
