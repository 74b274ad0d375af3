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

function databaseUrl() {
  const url = process.env.STACK_DATABASE_URL
  if (!url) throw new Error("STACK_DATABASE_URL must name the database of the running environment")
  return url
}
