import { PrismaPg } from "@prisma/adapter-pg"
import pg from "pg"
import { env } from "@/lib/env"
import { PrismaClient } from "@/lib/generated/prisma/client"

type Database = { prisma: PrismaClient; pool: pg.Pool }

const kept = globalThis as typeof globalThis & { atollDatabase?: Database }

/** One pool for Prisma and for plain SQL; made on first use, so that a build needs no database. */
export function db(): Database {
  kept.atollDatabase ??= open()
  return kept.atollDatabase
}

function open(): Database {
  const pool = new pg.Pool({ connectionString: env().DATABASE_URL, max: env().DATABASE_POOL })
  // An idle connection lost to a restarting server is replaced by the next query.
  pool.on("error", (error) => console.error(`Database connection lost: ${error.message}`))
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) }
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
