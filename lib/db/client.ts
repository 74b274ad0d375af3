/**
 * People's data is read and written through `prisma.<model>`. Data from the chain, and lists that join it, are read
 * and written with Kysely over the same pool (`db`), because a request that reads them through Prisma takes 1.25 to
 * 1.6 times as long. `dbOn(tx)` is Kysely on a transaction of Prisma. scripts/guards/data-layer.ts checks this, and
 * gives the reason of each file that does otherwise.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { PrismaPg } from "@prisma/adapter-pg"
import { Kysely, PostgresDialect, type PostgresPool } from "kysely"
import type pg from "pg"
import { createPool, isShortList, requestPlanName } from "@/lib/db/pool"
import { queriesOnTransaction } from "@/lib/db/transaction-queries"
import { env } from "@/lib/env"
import type { Database } from "@/lib/generated/database"
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client"

type Connections = { prisma: PrismaClient; pool: pg.Pool; writers: pg.Pool }

const globals = globalThis as typeof globalThis & { atollDatabase?: Connections }

/** Opened on first use, so that a build needs no database. */
function connections(): Connections {
  globals.atollDatabase ??= open()
  return globals.atollDatabase
}

/** Writers per process, at most as many as other connections. They wait for each other; readers have separate connections. */
const MAX_WRITERS = 3
/** Storing a transaction may take longer than any read. */
const WRITER_TIMEOUT_MS = 600_000

function open(): Connections {
  const pool = createPool({ max: env().DATABASE_POOL })
  const max = Math.min(MAX_WRITERS, env().DATABASE_POOL)
  return {
    pool,
    // Not through a pooler: while they wait for each other, readers would have none of its connections.
    writers: createPool({
      max,
      statementTimeoutMs: WRITER_TIMEOUT_MS,
      connectionString: env().DATABASE_DIRECT_URL,
    }),
    prisma: createClient(pool),
  }
}

/** Time limit of a transaction, in multiples of a statement's limit. */
const TRANSACTION_STATEMENTS = 20

function createClient(pool: pg.Pool) {
  const { DATABASE_TIMEOUT_MS } = env()
  return new PrismaClient({
    // Each length of a long list makes a different text, so these plans are not kept.
    adapter: new PrismaPg(pool, {
      statementNameGenerator: ({ sql, args }) =>
        (isShortList(args.length) && requestPlanName(sql)) || "",
    }),
    errorFormat: "minimal",
    transactionOptions: {
      // The pool gives up first, and says why.
      maxWait: 2 * DATABASE_TIMEOUT_MS,
      timeout: TRANSACTION_STATEMENTS * DATABASE_TIMEOUT_MS,
    },
  })
}

/** Uses another pool for everything until the returned function is called: for tests and benchmarks. */
export function replacePool(pool: pg.Pool): () => void {
  const before = globals.atollDatabase
  let client: PrismaClient | undefined
  globals.atollDatabase = {
    pool,
    writers: pool,
    // Made on first use: benchmarks switch pools between any two calls.
    get prisma() {
      client ??= createClient(pool)
      return client
    },
  }
  return () => {
    globals.atollDatabase = before
  }
}

/** The pool that requests share: for statements in SQL. */
export const pool = (): pg.Pool => connections().pool

/** Whatever runs statements: the pool, or one connection. */
export type Runner = Pick<pg.ClientBase, "query">

const readers = new AsyncLocalStorage<Runner>()
/** Looking up the reader of a request costs more than many requests do: not before there is one. */
let hasReaders = false

/** What the query builder and statements of this request run on: the pool, unless `readOn` says otherwise. */
export const reader = (): Runner => ownReader() ?? pool()

/** The connection that `readOn` gave; undefined without it. */
export const ownReader = (): Runner | undefined => (hasReaders ? readers.getStore() : undefined)

/** Runs the work's reads on this connection, but for those through Prisma. */
export function readOn<T>(client: Runner, work: () => Promise<T>): Promise<T> {
  hasReaders = true
  return readers.run(client, work)
}

/** Connections of those who write the index. */
export const writers = (): pg.Pool => connections().writers

/** Prisma over the same pool. The proxy opens it at its first use. */
export const prisma = new Proxy<PrismaClient>(Object.create(null), {
  get: (_, name) => {
    const client = connections().prisma
    const value: unknown = Reflect.get(client, name)
    return typeof value === "function" ? value.bind(client) : value
  },
})

/** A transaction of Prisma, or Prisma itself. */
export type Transaction = Prisma.TransactionClient

/** The database's clock, which all processes share. */
export async function readClock(tx: Transaction = prisma): Promise<Date> {
  const clock = dbOn(tx).selectNoFrom(({ fn }) => fn<Date>("clock_timestamp").as("now"))
  return (await clock.executeTakeFirstOrThrow()).now
}

/** The query builder over the same pool. Its types come from prisma/schema; see docs/data-layer.md. */
export const db = queriesOn({ connect: connectReader, end: async () => {} })

async function connectReader() {
  const own = ownReader()
  return own ? borrowed(own) : pool().connect()
}

export type Queries = Kysely<Database>

function queriesOn(connections: PostgresPool): Queries {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections }) })
}

/** A connection of the driver, or a transaction of Prisma. */
export type Connection = Pick<pg.ClientBase, "query"> | Transaction

export const isTransaction = (client: Connection): client is Transaction => !("query" in client)

const byClient = new WeakMap<Connection, Queries>()

/** The query builder on one connection, such as a transaction's. */
export function dbOn(client: Connection): Queries {
  const queries = byClient.get(client)
  if (queries) return queries
  const created = isTransaction(client) ? queriesOnTransaction(client) : queriesOnClient(client)
  byClient.set(client, created)
  return created
}

const queriesOnClient = (client: Runner): Queries =>
  queriesOn({ connect: async () => borrowed(client), end: async () => {} })

/** The code that opened the connection also releases it. */
const borrowed = (client: Runner) => ({ query: client.query.bind(client), release: () => {} })

/** Runs statements in one transaction on a separate connection; an error rolls them back. */
export async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect()
  try {
    await client.query("begin")
    const result = await work(client)
    await client.query("commit")
    client.release()
    return result
  } catch (error) {
    // A connection that cannot roll back is closed.
    const failed = await client.query("rollback").then(
      () => false,
      () => true,
    )
    client.release(failed)
    throw error
  }
}

/** Reads in one snapshot on a separate connection. */
export async function inSnapshot<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool().connect()
  try {
    await client.query("begin isolation level repeatable read, read only")
    const result = await work(client)
    await client.query("commit")
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
