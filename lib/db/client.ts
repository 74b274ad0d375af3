import { PrismaPg } from "@prisma/adapter-pg"
import { Kysely, PostgresDialect, type PostgresPool } from "kysely"
import type pg from "pg"
import { createPool } from "@/lib/db/pool"
import { env } from "@/lib/env"
import type { Database } from "@/lib/generated/database"
import { PrismaClient } from "@/lib/generated/prisma/client"

type Connections = { prisma: PrismaClient; pool: pg.Pool; writers: pg.Pool }

const globals = globalThis as typeof globalThis & { atollDatabase?: Connections }

/** Opened on first use, so that a build needs no database. */
function connections(): Connections {
  globals.atollDatabase ??= open()
  return globals.atollDatabase
}

/** Writers per process. They wait for each other; readers have connections of their own. */
const MAX_WRITERS = 3
/** Storing a transaction may take longer than any read. */
const WRITER_TIMEOUT_MS = 600_000

function open(): Connections {
  const pool = createPool({ max: env().DATABASE_POOL })
  return {
    pool,
    writers: createPool({ max: MAX_WRITERS, statementTimeoutMs: WRITER_TIMEOUT_MS }),
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
  }
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
      client ??= new PrismaClient({ adapter: new PrismaPg(pool) })
      return client
    },
  }
  return () => {
    globals.atollDatabase = before
  }
}

/** The pool that requests share: for statements in SQL. */
export const pool = (): pg.Pool => connections().pool

/** Connections of those who write the index. */
export const writers = (): pg.Pool => connections().writers

/** Prisma over the same pool. */
export const prisma = (): PrismaClient => connections().prisma

/** The query builder over the same pool. Its types come from prisma/schema; see docs/data-layer.md. */
export const db = queriesOn({ connect: () => pool().connect(), end: async () => {} })

export type Queries = Kysely<Database>

function queriesOn(connections: PostgresPool): Queries {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections }) })
}

const byClient = new WeakMap<pg.ClientBase, Queries>()

/** The query builder on one connection, such as that of a transaction. */
export function dbOn(client: pg.ClientBase): Queries {
  const known = byClient.get(client)
  if (known) return known
  // Whoever opened the connection releases it.
  const connection = { query: client.query.bind(client), release: () => {} }
  const created = queriesOn({ connect: async () => connection, end: async () => {} })
  byClient.set(client, created)
  return created
}

/** Runs statements in one transaction, on a connection of its own; an error undoes them. */
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

/** Reads in one snapshot, on a connection of its own. */
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
