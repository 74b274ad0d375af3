import path from "node:path"
import pg from "pg"
import { migrate } from "@/scripts/database/migrate.mjs"

/** A migrated, empty database of its own beside the configured one, and the way to drop it. */
export async function createDatabase(name: string) {
  const base = process.env.DATABASE_URL
  if (!base) throw new Error("DATABASE_URL is missing; run this by npm run bench")
  const database = `bench_${name}_${process.pid}`
  const url = new URL(base)
  url.pathname = `/${database}`
  await runStatement(base, `create database "${database}"`)
  await migrate(url.href, path.resolve("prisma/migrations"), () => {})
  return {
    url: url.href,
    drop: () => runStatement(base, `drop database if exists "${database}" with (force)`),
  }
}

async function runStatement(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
