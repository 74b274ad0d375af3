import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { buildServer } from "@/tests/helpers/built-server"
import { messageOf } from "@/tests/helpers/programs"

let server: Awaited<ReturnType<typeof buildServer>>
const root = mkdtempSync(path.join(tmpdir(), "atoll-content-"))
const [here, elsewhere] = ["here", "elsewhere"].map((name) => path.join(root, name))

beforeAll(async () => {
  server = await buildServer()
}, 60_000)
afterEach(async () => {
  server.killAll()
  await pool().query("delete from content_server")
})
afterAll(() => {
  server?.remove()
  rmSync(root, { recursive: true })
})

const start = (folder = "", variables: Record<string, string> = {}) =>
  server.start({ CONTENT_DIR: folder, ...variables })

/** How a start ends: with a server that listens, or with the sentence that refuses it. */
async function tryStart(folder = "", variables: Record<string, string> = {}) {
  const { read } = await start(folder, variables)
  return read().includes("Listening on") ? "listens" : messageOf(read().trim())
}

const REFUSAL =
  /^Another web server of this database keeps its uploads elsewhere.* Set PIN_API_TOKEN and IPFS_GATEWAY/

test("a second server with a folder of its own is refused, one that shares the folder is not", async () => {
  await start(here)
  expect(await tryStart(elsewhere)).toMatch(REFUSAL)
  // A copy of a folder has what that one had at some time, not what it will have.
  const copy = path.join(root, "copy")
  const isUpload = (file: string) => !file.includes(".servers/")
  cpSync(here ?? "", copy, { recursive: true, filter: isUpload })
  expect(await tryStart(copy)).toMatch(REFUSAL)
  expect(await tryStart(here)).toBe("listens")
  const pinned = { PIN_API_TOKEN: "token", IPFS_GATEWAY: "http://127.0.0.1:9" }
  expect(await tryStart(elsewhere, pinned)).toBe("listens")
})

test("a server takes the place of another one at once, and after a minute of one that was killed", async () => {
  const first = await start(here)
  first.child.kill("SIGTERM")
  expect(await first.exited).toEqual([143, null])
  const second = await start(elsewhere)
  expect(second.read()).toContain("Listening on")
  second.child.kill("SIGKILL")
  await second.exited
  expect(await tryStart(here)).toMatch(REFUSAL)
  await pool().query("update content_server set seen_at = now() - interval '61 s'")
  expect(await tryStart(here)).toBe("listens")
})
