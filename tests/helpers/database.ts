import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { stopBackground } from "@/lib/async/background"

const name = `${inject("databases")}${randomBytes(4).toString("hex")}`
const url = new URL(inject("adminUrl"))
url.pathname = `/${name}`
// Set before any module of the app is imported: the environment is read once.
process.env.DATABASE_URL = url.href

/** Each test file has a database of its own, cloned from the migrated template. */
beforeAll(async () => {
  await admin(`create database "${name}" template "${inject("template")}" strategy wal_log`)
})

afterAll(async () => {
  closeListeners()
  await stopBackground()
  const kept = globalThis as typeof globalThis & {
    atollDatabase?: Record<"pool" | "writers", pg.Pool>
  }
  await kept.atollDatabase?.pool.end()
  await kept.atollDatabase?.writers.end()
  // It is dropped when all have ended: for a minute, a file system looks at every file deleted before it makes another.
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
})

/**
 * What listens to the database reads it every few seconds. Left behind, it would open the former database's pool in
 * the next file of this process.
 */
function closeListeners() {
  for (const name of ["atoll.live", "atoll.streams"]) {
    const listener = Reflect.get(globalThis, Symbol.for(name))
    ;(listener?.close ?? listener?.stop)?.call(listener)
  }
}

/** One connection for all files of the process: each costs the server a process. */
async function admin(sql: string) {
  const kept: pg.Pool = Reflect.get(globalThis, "testAdmin") ?? openAdmin()
  Reflect.set(globalThis, "testAdmin", kept)
  await kept.query(sql)
}

function openAdmin() {
  const connectionString = inject("adminUrl")
  const options = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
  // One that is lost is replaced by the next query.
  return new pg.Pool({ connectionString, ...options }).on("error", () => {})
}
