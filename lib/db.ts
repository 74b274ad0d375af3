import { PrismaPg } from "@prisma/adapter-pg"
import type pg from "pg"
import { createPool } from "@/lib/db-pool"
import { env } from "@/lib/env"
import { PrismaClient } from "@/lib/generated/prisma/client"

type Database = { prisma: PrismaClient; pool: pg.Pool; writers: pg.Pool }

const kept = globalThis as typeof globalThis & { atollDatabase?: Database }

/** One pool for Prisma and for plain SQL; made on first use, so that a build needs no database. */
export function db(): Database {
  kept.atollDatabase ??= open()
  return kept.atollDatabase
}

/** Connections of those who write the index: they wait for each other, which takes nothing from anybody who reads. */
export const writers = (): pg.Pool => db().writers

/** Of one process. Storing a transaction may take longer than any read; further writers wait for a connection. */
const WRITERS = { max: 3, statementTimeoutMs: 600_000 }

function open(): Database {
  const pool = createPool({ max: env().DATABASE_POOL })
  return {
    pool,
    writers: createPool(WRITERS),
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
  }
}

/** Runs statements in one transaction, on a connection of its own; whatever is thrown undoes them. */
export async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db().pool.connect()
  try {
    await client.query("begin")
    const result = await work(client)
    await client.query("commit")
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even take back is thrown away.
    const failed = await client.query("rollback").then(
      () => false,
      () => true,
    )
    client.release(failed)
    throw error
  }
}
