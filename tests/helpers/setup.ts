import { randomBytes } from "node:crypto"
import { rm } from "node:fs/promises"
import path from "node:path"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"

const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`
const url = new URL(inject("adminUrl"))
url.pathname = `/${name}`

// Set before any module of the app is imported: the environment is read once.
process.env.DATABASE_URL = url.href
process.env.SESSION_SECRET = "a secret of the tests with more than 32 characters"
process.env.CONTENT_DIR = path.resolve(".data/test/content", name)
process.env.BASE_URL = "http://localhost:3000" // vitest sets one of its own

/** Each test file has a database of its own, cloned from the migrated template. */
beforeAll(async () => {
  await admin(`create database "${name}" template "${inject("template")}" strategy file_copy`)
})

afterAll(async () => {
  const kept = globalThis as typeof globalThis & {
    atollDatabase?: Record<"pool" | "writers", pg.Pool>
  }
  await kept.atollDatabase?.pool.end()
  await kept.atollDatabase?.writers.end()
  await rm(process.env.CONTENT_DIR ?? "", { recursive: true, force: true })
  await admin(`drop database if exists "${name}" with (force)`)
})

async function admin(sql: string) {
  const client = new pg.Client({ connectionString: inject("adminUrl") })
  await client.connect()
  await client.query(sql)
  await client.end()
}
