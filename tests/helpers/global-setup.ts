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
  }
}

/** Starts (or joins) the tests' own PostgreSQL and prepares the database every test file clones. */
export default async function setup(project: TestProject) {
  const server = await ensureTestPostgres(process.cwd())
  const template = `template_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`drop database if exists "${template}" with (force)`)
  await admin.query(`create database "${template}"`)
  await migrate(withDatabase(server.url, template), path.resolve("prisma/migrations"), () => {})
  project.provide("adminUrl", server.url)
  project.provide("template", template)
  return async () => {
    await admin.query(`drop database if exists "${template}" with (force)`)
    await admin.end()
    await server.stop()
  }
}

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
