// Applies prisma/migrations/*/migration.sql with pg and records them the way `prisma migrate deploy` does.
import { randomUUID } from "node:crypto"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { connectSession, describeSharedSessions } from "../../lib/database-hosts.mjs"
import { indexOf, listMigrations, planMigration } from "./migration-files.mjs"
import { completeRole } from "./pooled-role.mjs"

const LOCK = 72707369 // the advisory lock Prisma Migrate itself takes
const LOCK_RETRY_MS = 200

/**
 * Everybody who wants a table waits behind a statement that waits for it: it gives up after this time, well before the
 * time limit of a request, and tries again.
 */
const LOCK_TIMEOUT_MS = 500
const PATIENCE_MS = 600_000
const LONGEST_PAUSE_MS = 5_000

/** Another transaction holds a lock, or each holds what the other one wants. */
const BLOCKED = new Set(["55P03", "40P01"])

/** For each host. */
const CONNECT_TIMEOUT_MS = 10_000

export async function migrate(
  connectionString,
  dir = path.resolve("prisma/migrations"),
  log = console.log,
  notice = log,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS } = {},
) {
  const client = await connect(connectionString)
  const context = { client, log, lockTimeoutMs, patienceMs }
  const hear = ({ message, severity }) => {
    if (severity === "NOTICE" && !/, skipping$/.test(message)) notice(message)
  }
  try {
    await takeLock(client, log)
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`)
    const { pending, edited, failed } = await compare(client, dir)
    if (failed) throw new Error(`migration ${failed} failed earlier; resolve it first`)
    for (const name of edited) log(`warning: ${name} was edited after it was applied`)
    client.on("notice", hear)
    for (const migration of pending) {
      await apply(context, migration)
      log(`applied ${migration.name}`)
    }
    await completeRole(client, connectionString, log)
    return pending.length
  } finally {
    await client.end()
  }
}

/**
 * Names of the folder's migrations that the database lacks; changes nothing.
 * @param {string} connectionString
 * @param {string} dir
 */
export async function listPending(connectionString, dir) {
  const client = await connect(connectionString)
  try {
    const { rows } = await client.query("select to_regclass('_prisma_migrations') is null as empty")
    if (rows[0].empty) return listMigrations(dir).map(({ name }) => name)
    return (await compare(client, dir)).pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function connect(connectionString) {
  const open = (address) =>
    new pg.Client({ connectionString: address, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // Its lock would stay in the pooler.
  const reason = await describeSharedSessions(connectionString, open).catch(() => null)
  if (reason) throw new Error(reason)
  const client = await connectSession(connectionString, open)
  // Whatever the role's limits are: a backfill or an index may take hours, and is waited for.
  await client.query("set idle_in_transaction_session_timeout = 0")
  return client
}

/** Who waited for it in a statement would hold a snapshot, for whose end an index in the making waits. */
async function takeLock(client, log) {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [LOCK])
    if (rows[0].taken) return
    if (attempt === 1) log("another process migrates this database: waiting for its end")
    await sleep(LOCK_RETRY_MS)
  }
}

async function compare(client, dir) {
  const { rows } = await client.query(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  )
  const recorded = new Map(rows.map((row) => [row.migration_name, row]))
  const migrations = listMigrations(dir)
  return {
    pending: migrations.filter(({ name }) => !recorded.has(name)),
    edited: migrations.flatMap(({ name, checksum }) =>
      recorded.has(name) && recorded.get(name).checksum !== checksum ? [name] : [],
    ),
    failed: rows.find(({ finished_at }) => !finished_at)?.migration_name,
  }
}

async function apply(context, migration) {
  const { mode, steps } = planMigration(migration.sql)
  if (mode === "transaction") return applyWhole(context, migration)
  for (const step of steps) {
    if (mode === "batches") await repeat(context, step)
    else await changeIndex(context, step)
  }
  await record(context.client, migration, steps.length)
}

/** Runs one migration and its record in one transaction, so that an interrupted one runs again as a whole. */
function applyWhole({ client, lockTimeoutMs, ...context }, migration) {
  return untilUnblocked({ ...context, what: migration.name }, async () => {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; ${migration.sql}`)
      await record(client, migration, 1)
      await client.query("COMMIT")
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    }
  })
}

const record = (client, { name, checksum }, steps) =>
  client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ($1, $2, $3, now(), $4)`,
    [randomUUID(), checksum, name, steps],
  )

/** Repeats a statement, each time in a transaction of its own, until it changes no row. */
async function repeat({ client, lockTimeoutMs, ...context }, statement) {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  for (;;) {
    const { rowCount } = await untilUnblocked({ ...context, what: "a batch" }, () =>
      client.query(statement),
    )
    if (!rowCount) break
  }
  await client.query("reset lock_timeout")
}

/**
 * Nobody waits for an index that is created or dropped concurrently, so it may wait for others. One that failed or was
 * interrupted left an index that is not valid, which costs writes and serves no read: it goes.
 */
async function changeIndex({ client, log }, statement) {
  const { name, isCreated } = indexOf(statement)
  const state = await readIndex(client, name)
  if (state === (isCreated ? "valid" : "missing")) return
  if (isCreated && state === "invalid") {
    log(`dropping what an interrupted try left of the index ${name}`)
    await dropIndex(client, name)
  }
  try {
    await client.query(statement)
  } catch (error) {
    if (isCreated && (await readIndex(client, name)) === "invalid") await dropIndex(client, name)
    throw error
  }
}

const dropIndex = (client, name) => client.query(`drop index concurrently if exists "${name}"`)

async function readIndex(client, name) {
  const { rows } = await client.query(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [`"${name}"`],
  )
  if (rows.length === 0) return "missing"
  return rows[0].valid ? "valid" : "invalid"
}

/** Repeats what gave way to another transaction, after a pause in which those who waited behind it get their turn. */
async function untilUnblocked({ what, log, patienceMs }, work) {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!BLOCKED.has(error.code)) throw error
      if (Date.now() > deadline) {
        throw new Error(
          `${what} gave up after ${Math.round(patienceMs / 1000)} s: other transactions hold the tables that it changes. ` +
            "End what runs for so long (pg_stat_activity names it), then migrate again",
          { cause: error },
        )
      }
      if (attempt === 1) log(`${what} waits for transactions on the tables that it changes`)
      await sleep(Math.min(LONGEST_PAUSE_MS, 200 * attempt) * (0.5 + Math.random()))
    }
  }
}
