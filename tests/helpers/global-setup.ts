import { rmSync } from "node:fs"
import path from "node:path"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { migrate } from "@/scripts/database/migrate.mjs"
import { ensureTestPostgres } from "@/scripts/testing/database"

declare module "vitest" {
  interface ProvidedContext {
    /** The test server's maintenance database. */
    adminUrl: string
    /** A migrated, empty database to clone. */
    template: string
    /** What the clones' names begin with. */
    databases: string
    /** For files that are removed when all tests have ended. */
    folder: string
  }
}

/** Starts (or joins) the tests' own PostgreSQL and prepares the database every test file clones. */
export default async function setup(project: TestProject) {
  const server = await ensureTestPostgres(process.cwd())
  const template = `template_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await dropDatabases(admin, await listAbandoned(admin))
  await admin.query(`create database "${template}"`)
  await migrate(withDatabase(server.url, template), path.resolve("prisma/migrations"), () => {})
  project.provide("adminUrl", server.url)
  project.provide("template", template)
  project.provide("databases", `test_${process.pid}_`)
  const folder = path.resolve(`.data/test/run-${process.pid}`)
  project.provide("folder", folder)
  return async () => {
    // Nothing is kept of a machine of continuous integration.
    if (!process.env.CI) {
      const all = await listDatabases(admin)
      await dropDatabases(
        admin,
        all.filter((name) => ownerOf(name) === process.pid),
      )
    }
    await admin.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const ownerOf = (database: string) => Number(/^(?:test|template)_(\d+)/.exec(database)?.[1])

async function listDatabases(admin: pg.Client) {
  const { rows } = await admin.query<{ name: string }>("select datname as name from pg_database")
  return rows.map(({ name }) => name).filter((name) => ownerOf(name) > 0)
}

/** Databases of runs that were killed, or whose number this process has now. */
async function listAbandoned(admin: pg.Client) {
  const all = await listDatabases(admin)
  return all.filter((name) => ownerOf(name) === process.pid || !isAlive(ownerOf(name)))
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return Object(error).code === "EPERM"
  }
}

async function dropDatabases(admin: pg.Client, names: readonly string[]) {
  for (const name of names) await admin.query(`drop database if exists "${name}" with (force)`)
}

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
