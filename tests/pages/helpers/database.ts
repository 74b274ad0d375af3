import pg from "pg"
import type { z } from "zod"

/** Runs a statement on the service's database: for states that no call of the service can bring about. */
export async function sql(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  const { rows } = await client.query(text, [...values]).finally(() => client.end())
  return rows
}

/** The rows of a query, as the schema has them. */
export async function rows<S extends z.ZodType>(
  row: S,
  text: string,
  values: readonly unknown[] = [],
): Promise<z.output<S>[]> {
  return row.array().parse(await sql(text, values))
}

/** Keeps the follower from writing down its progress, as if it had stopped; the answer lets it go on. */
export async function lockIndexCursor(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  await client.query("begin")
  // Pages can still read the table.
  await client.query("lock table index_cursor in exclusive mode")
  return () => client.end()
}

/** From now on nobody reaches the service's database, as if its server had stopped; the answer starts it again. */
export async function stopDatabase(): Promise<() => Promise<void>> {
  const url = new URL(databaseUrl())
  const name = decodeURIComponent(url.pathname.slice(1))
  // Of the same server, as the own one admits nobody.
  url.pathname = "/postgres"
  const client = new pg.Client({ connectionString: `${url}` })
  await client.connect()
  const allow = (isAllowed: boolean) =>
    client.query(`alter database ${client.escapeIdentifier(name)} allow_connections ${isAllowed}`)
  await allow(false)
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    name,
  ])
  return async () => {
    await allow(true)
    await client.end()
  }
}

function databaseUrl() {
  const url = process.env.STACK_DATABASE_URL
  if (!url) throw new Error("STACK_DATABASE_URL must name the database of the running environment")
  return url
}
