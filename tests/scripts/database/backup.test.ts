/** @module-tag long */
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { execa } from "execa"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { parse } from "yaml"
import { z } from "zod"
import {
  backUp,
  compareDigests,
  type Digest,
  digestTables,
  receiveWal,
  restore,
} from "@/scripts/database/backup"
import { migrate } from "@/scripts/database/migrate.mjs"
import { serverUser } from "@/scripts/database/place.mjs"

const DEBIAN = "/usr/lib/postgresql"
const programs = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => path.join(DEBIAN, version, "bin"))
      .find((folder) => existsSync(path.join(folder, "pg_basebackup")))
  : undefined
if (!programs) console.warn(`SKIPPED: backup and restore, as ${DEBIAN} has no pg_basebackup`)

const root = mkdtempSync(path.join(tmpdir(), "atoll-backup-"))
const folder = path.join(root, "backups")
const account = serverUser(root)
const clusters: string[] = []

const run = (program: string, ...args: string[]) =>
  execa(path.join(programs ?? "", program), args, { ...account, cwd: "/", stdio: "ignore" })

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0))
    })
  })

const urlOf = (port: number) => `postgresql://atoll@127.0.0.1:${port}/atoll`

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function startOriginal() {
  const data = path.join(root, "original")
  const port = await freePort()
  await run("initdb", "-D", data, "-U", "atoll", "-A", "trust", "--no-sync")
  // As Patroni leaves them in the data of a primary that has a synchronous replica.
  appendFileSync(
    path.join(data, "postgresql.conf"),
    `synchronous_standby_names = 'replica'
hba_file = '${path.join(data, "pg_hba.conf")}'
ident_file = '${path.join(data, "pg_ident.conf")}'
`,
  )
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c synchronous_standby_names=`
  await run("pg_ctl", "start", "-w", "-D", data, "-l", path.join(data, "log"), "-o", settings)
  clusters.push(data)
  await query(`postgresql://atoll@127.0.0.1:${port}/postgres`, "create database atoll")
  return urlOf(port)
}

/** A new cluster as of a moment, by its address. */
async function restoreAt(name: string, at?: Date) {
  const data = path.join(root, name)
  const port = await freePort()
  clusters.push(data)
  await restore({ folder, data, port, at, programs })
  return urlOf(port)
}

afterAll(async () => {
  for (const data of clusters) {
    if (existsSync(data)) await run("pg_ctl", "stop", "-D", data, "-m", "immediate").catch(() => {})
  }
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!programs)("a database comes back from its backups", () => {
  let original = ""
  let before: Digest
  let after: Digest
  let moment: Date
  const stop = new AbortController()
  let receiving: Promise<void> | undefined
  const report = vi.fn<(line: string) => void>()

  const write = (batch: number) =>
    query(
      original,
      `insert into nonce select md5(n::text || '-${batch}'), 'a', now() from generate_series(1, 5000) n;
      insert into topic_version select 'topic ' || n || '-${batch}', n from generate_series(1, 100) n`,
    )

  /** The connection breaks, and the slot is gone, as when another server is promoted. */
  async function interrupt() {
    const slot = "from pg_replication_slots where slot_name = 'atoll_backup'"
    const isRead = async () => expect(await query(original, `select active ${slot}`)).toEqual(read)
    const read = [{ active: true }]
    await vi.waitFor(isRead, { timeout: 10_000, interval: 50 })
    await query(original, `select pg_terminate_backend(active_pid, 5000) ${slot}`)
    await query(original, `select pg_drop_replication_slot(slot_name) ${slot}`)
    await vi.waitFor(isRead, { timeout: 20_000, interval: 100 })
    expect(report).toHaveBeenCalled()
  }

  beforeAll(async () => {
    if (account.uid !== undefined) chownSync(root, account.uid, account.gid ?? account.uid)
    original = await startOriginal()
    await migrate(original, path.resolve("prisma/migrations"), () => {})
    await write(1)
    receiving = receiveWal(original, { folder, programs }, stop.signal, report)
    await backUp(original, { folder, programs })
    await interrupt()
    await write(2)
    before = await digestTables(original)
    const [row] = await query(original, "select clock_timestamp() as moment")
    moment = row.moment
    await sleep(20)
    // What somebody wants to undo.
    await query(original, "delete from nonce where value like 'a%'")
    await query(original, "drop table project cascade; update topic_version set version = 0")
    await write(3)
    after = await digestTables(original)
    // Their server has read them.
    for (const name of ["pg_hba.conf", "pg_ident.conf"]) rmSync(path.join(root, "original", name))
    await vi.waitFor(
      async () => {
        const stored = await query(
          original,
          "select flush_lsn >= pg_current_wal_flush_lsn() as all from pg_stat_replication",
        )
        expect(stored).toEqual([{ all: true }])
      },
      { timeout: 30_000, interval: 100 },
    )
  })

  afterAll(async () => {
    stop.abort()
    await receiving
  })

  test("as of a moment before a mistake, row by row", async () => {
    const copy = await restoreAt("undone", moment)
    const restored = await digestTables(copy)
    expect(Object.keys(restored).length).toBeGreaterThan(60)
    expect(restored["public.nonce"]?.rows).toBe("10000")
    expect(compareDigests(before, restored)).toEqual([])
    // It is a database of its own, which takes writes.
    await query(copy, "insert into nonce values ('new', 'a', now())")
    expect(compareDigests(before, await digestTables(copy))).toEqual([
      "public.nonce has 10001 rows, not 10000",
    ])
  })

  test("as of the last thing that was stored", async () => {
    const copy = await restoreAt("newest")
    const restored = await digestTables(copy)
    expect(compareDigests(after, restored)).toEqual([])
    const differences = compareDigests(before, restored)
    expect(differences).toContain("public.project is only in the original")
    expect(differences.some((line) => line.startsWith("public.nonce has "))).toBe(true)
    await query(copy, "update topic_version set version = 7 where topic = 'topic 1-1'")
    expect(compareDigests(after, await digestTables(copy))).toEqual([
      "public.topic_version has other rows",
    ])
  })

  test("not over data that exists, nor from before the first backup", async () => {
    const full = path.join(root, "full")
    mkdirSync(full)
    writeFileSync(path.join(full, "file"), "")
    const to = (data: string, at?: Date) => restore({ folder, data, port: 1, at, programs })
    await expect(to(full)).rejects.toThrow("is not empty")
    const early = to(path.join(root, "early"), new Date(0))
    await expect(early).rejects.toThrow("nothing before it can be restored")
    await expect(
      restore({ folder: full, data: path.join(root, "none"), port: 1, programs }),
    ).rejects.toThrow("no base backup")
  })

  test("the commands say the same, and their end as well", async () => {
    const command = (...args: string[]) =>
      execa(process.execPath, ["--import", "tsx", "scripts/backup.ts", ...args], {
        ...{ env: { DATABASE_DIRECT_URL: original }, reject: false, all: true },
      })
    const file = path.join(root, "digest.json")
    expect(await command("digest", file)).toMatchObject({ exitCode: 0 })
    expect(await command("compare", file, original)).toMatchObject({
      exitCode: 0,
      all: "All tables are equal",
    })
    await query(original, "update topic_version set version = 1 where topic = 'topic 1-1'")
    expect(await command("compare", file, original)).toMatchObject({
      exitCode: 1,
      all: "public.topic_version has other rows\nThe databases differ",
    })
    const refused = await command("restore", folder, path.join(root, "full"), "--at", "yesterday")
    expect(refused).toMatchObject({ exitCode: 1, all: expect.stringContaining("must be a time") })
  })
})

describe.skipIf(!programs)("the database of compose.yaml comes back from its backups", () => {
  const data = path.join(root, "composed")
  const backups = path.join(root, "composed-backups")
  const bases = () => readdirSync(path.join(backups, "base"))
  const wal = () => readdirSync(path.join(backups, "wal"))
  let port = 0

  /** A script that compose.yaml mounts, where the server's user can read it. */
  async function runScript(name: string, args: string[] = [], variables = {}) {
    const script = path.join(root, name)
    copyFileSync(path.join("deploy/postgres", name), script)
    const env = {
      ...{ PATH: `${programs}:${process.env.PATH}`, PGHOST: "127.0.0.1", PGPORT: `${port}` },
      ...{ PGDATA: data, BACKUP_FOLDER: backups, POSTGRES_USER: "atoll", ...variables },
    }
    const options = { ...account, cwd: "/", env, reject: false, all: true } as const
    const { exitCode, all } = await execa("sh", [script, ...args], options)
    return { exitCode, all }
  }

  /** With the settings of compose.yaml. */
  async function start() {
    const { services } = z
      .object({ services: z.object({ postgres: z.object({ command: z.array(z.string()) }) }) })
      .parse(parse(readFileSync("compose.yaml", "utf8")))
    const settings = services.postgres.command.join(" ").match(/-c [a-z_.]+=\S+/g) ?? []
    expect(settings.length).toBeGreaterThan(4)
    const own = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
    const all = `${own} ${settings.join(" ").replace("/backup", backups)} -c shared_buffers=32MB`
    await run("pg_ctl", "start", "-w", "-D", data, "-l", path.join(root, "composed.log"), "-o", all)
  }

  beforeAll(async () => {
    port = await freePort()
    for (const each of [root, backups, path.join(backups, "base"), path.join(backups, "wal")]) {
      mkdirSync(each, { recursive: true })
      if (account.uid !== undefined) chownSync(each, account.uid, account.gid ?? account.uid)
    }
    await run("initdb", "-D", data, "-U", "atoll", "-A", "trust", "--no-sync")
    await start()
    clusters.push(data)
    await query(`postgresql://atoll@127.0.0.1:${port}/postgres`, "create database atoll")
    await query(urlOf(port), "create table note as select n from generate_series(1, 1000) n")
  })

  test("as of a moment, by the two commands", async () => {
    expect(await runScript("backup.sh")).toMatchObject({ exitCode: 0 })
    // Its name has seconds.
    await sleep(1_100)
    await query(urlOf(port), "insert into note values (0)")
    const before = await digestTables(urlOf(port))
    const [{ moment }] = await query(urlOf(port), "select clock_timestamp() as moment")
    await sleep(20)
    await query(urlOf(port), "delete from note")
    expect(await runScript("restore.sh")).toMatchObject({
      ...{ exitCode: 1, all: expect.stringContaining("PostgreSQL runs") },
    })
    await run("pg_ctl", "stop", "-D", data, "-m", "fast")
    expect(await runScript("restore.sh", ["2020-01-01T00:00:00Z"])).toMatchObject({ exitCode: 1 })
    expect(await runScript("restore.sh", [moment.toISOString()])).toEqual({
      ...{ exitCode: 0, all: expect.stringContaining("Restored from the base backup of ") },
    })
    await start()
    expect(compareDigests(before, await digestTables(urlOf(port)))).toEqual([])
    expect(wal()).toContain("00000002.history")
    expect(readdirSync(root).some((name) => name.startsWith("composed.former-"))).toBe(true)
  })

  test("a backup removes those before the newest, and the log before them", async () => {
    const [former = ""] = bases()
    const oldest = wal().sort()[0] ?? ""
    await query(urlOf(port), "insert into note values (-1); select pg_switch_wal()")
    expect(await runScript("backup.sh", [], { KEEP: "1" })).toMatchObject({ exitCode: 0 })
    expect(bases()).toHaveLength(1)
    expect(bases()).not.toContain(former)
    expect(wal()).not.toContain(oldest)
    // And what is left is enough.
    await run("pg_ctl", "stop", "-D", data, "-m", "fast")
    expect(await runScript("restore.sh")).toMatchObject({ exitCode: 0 })
    await start()
    expect(await query(urlOf(port), "select min(n) from note")).toEqual([{ min: -1 }])
  })
})
