import pg from "pg"
import type { z } from "zod"

/** Runs a statement on the service's database: for states that no call of the service can bring about. */
export async function sql(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  const { rows: found } = await client.query(text, [...values]).finally(() => client.end())
  return found
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

function databaseUrl() {
  const url = process.env.STACK_DATABASE_URL
  if (!url) throw new Error("STACK_DATABASE_URL must name the database of the running environment")
  return url
}
