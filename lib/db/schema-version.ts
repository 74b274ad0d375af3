import { sleep } from "@/lib/async/backoff"
import * as databaseHosts from "@/lib/database-hosts.mjs"
import { pool } from "@/lib/db/client"
import { isDatabaseUnavailable } from "@/lib/db/errors"
import { DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { migrations } from "@/lib/generated/migrations"

const RETRY_MS = 1_000

let isComplete = false

/**
 * Why this version cannot work with the database yet; null when it can, also with that of a newer version. Migrations
 * are not taken back, so the answer is kept once all are there.
 */
export async function describeMissingMigrations(): Promise<string | null> {
  if (isComplete) return null
  const missing = await findMissing()
  isComplete = missing.length === 0
  if (isComplete) return null
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ""
  return `The database lacks the migration ${missing[0]}${others}, which this version needs: run npm run migrate, or in a build node migrate.mjs`
}

async function findMissing(): Promise<readonly string[]> {
  const { rows: tables } = await pool().query<{ name: string | null }>(
    "select to_regclass('_prisma_migrations')::text as name",
  )
  if (!tables[0]?.name) return migrations
  const { rows } = await pool().query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as needed (name, place)
    where not exists (
      select from _prisma_migrations
      where migration_name = name and finished_at is not null and rolled_back_at is null
    ) order by place`,
    [migrations],
  )
  return rows.map(({ name }) => name)
}

const CONNECT_TIMEOUT_MS = 10_000

/** Why what belongs to a session cannot work: a pooler shares the sessions of DATABASE_DIRECT_URL. */
export const describeSharedSessions = (): Promise<string | null> =>
  databaseHosts.describeSharedSessions(
    env().DATABASE_DIRECT_URL,
    (connectionString) =>
      new DatabaseClient({
        connectionString,
        queryTimeoutMs: env().DATABASE_TIMEOUT_MS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      }),
  )

/** Why a program cannot work with the database, which it waits for. */
export async function awaitDatabase(signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    try {
      return (await describeMissingMigrations()) ?? (await describeSharedSessions())
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(RETRY_MS, signal)
    }
  }
  return null
}
