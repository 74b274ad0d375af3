// Applies prisma/migrations/*/migration.sql with pg and records them the way `prisma migrate deploy` does.
import { createHash, randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import pg from "pg"
import { readSecretFiles } from "../../lib/secret-files.mjs"

const LOCK = 72707369 // the advisory lock Prisma Migrate itself takes

export async function migrate(
  connectionString,
  dir = path.resolve("prisma/migrations"),
  log = console.log,
  notice = log,
) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK])
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`)
    const { rows } = await client.query(
      "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    )
    const done = new Map(rows.map((r) => [r.migration_name, r]))
    const failed = rows.find((r) => !r.finished_at)
    if (failed)
      throw new Error(`migration ${failed.migration_name} failed earlier; resolve it first`)
    const names = readdirSync(dir, { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name)
      .sort()
    let applied = 0
    for (const name of names) {
      const sql = readFileSync(path.join(dir, name, "migration.sql"), "utf8")
      const checksum = createHash("sha256").update(sql).digest("hex")
      const prev = done.get(name)
      if (prev) {
        if (prev.checksum !== checksum) log(`warning: ${name} was edited after it was applied`)
        continue
      }
      await apply(client, { name, sql, checksum }, notice)
      log(`applied ${name}`)
      applied++
    }
    return applied
  } finally {
    await client.end()
  }
}

/**
 * Runs one migration and its record in one transaction, so that an interrupted one runs again as a whole. Its messages
 * about moved data go to `notice`.
 */
async function apply(client, { name, sql, checksum }, notice) {
  const hear = ({ message, severity }) => {
    if (severity === "NOTICE" && !/, skipping$/.test(message)) notice(message)
  }
  client.on("notice", hear)
  try {
    await client.query(`BEGIN; ${sql}`)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.off("notice", hear)
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { DATABASE_URL } = { ...process.env, ...readSecretFiles(process.env) }
  const n = await migrate(DATABASE_URL)
  console.log(n ? `${n} migration(s) applied` : "up to date")
}
