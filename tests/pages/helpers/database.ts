import pg from "pg"

/** Runs a statement on the service's database: for states that no call of the service can bring about. */
export async function sql(text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  await client.query(text, [...values]).finally(() => client.end())
}

function databaseUrl() {
  const url = process.env.STACK_DATABASE_URL
  if (!url) throw new Error("STACK_DATABASE_URL must name the database of the running environment")
  return url
}
