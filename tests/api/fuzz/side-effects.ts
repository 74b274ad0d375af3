import { mkdirSync, mkdtempSync, readdirSync } from "node:fs"
import path from "node:path"
import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { pool } from "@/lib/db/client"
import { env } from "@/lib/env"

/** Written by signing in and by asking with a key, whatever becomes of the request. */
const UNRELATED_TABLES = ["auth_nonce", "auth_session", "api_key", "spent_nonce"]

/** Has the database note which tables are written to; what is rolled back takes its note along. */
export async function recordWrites() {
  await pool().query(`
    create table fuzz_write ("table" text not null);
    create function fuzz_note() returns trigger language plpgsql as $$
    begin
      insert into fuzz_write select relname from pg_class
        where oid = coalesce(pg_partition_root(tg_relid), tg_relid);
      return null;
    end $$`)
  const { rows } = await pool().query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('fuzz_write', '_prisma_migrations')`,
  )
  for (const { name } of rows) {
    await pool().query(
      `create trigger fuzz after insert or update or delete on ${name}
        for each row execute function fuzz_note()`,
    )
  }
}

/** The tables written to since the last call. */
export async function writtenTables(): Promise<string[]> {
  const { rows } = await pool().query<{ table: string }>(`delete from fuzz_write returning "table"`)
  return [...new Set(rows.map(({ table }) => table))].filter(
    (table) => !UNRELATED_TABLES.includes(table),
  )
}

/** Text columns that hold what every text is freed from. */
export async function corruptedColumns(): Promise<string[]> {
  const { rows } = await pool().query<{ table: string; column: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column
      from information_schema.columns where table_schema = 'public' and data_type = 'text'`,
  )
  const spoiled: string[] = []
  for (const { table, column } of rows) {
    const { rowCount } = await pool().query(
      `select 1 from ${table} where ${column} ~ $1 or ${column} is not nfc normalized limit 1`,
      [REMOVED],
    )
    if (rowCount) spoiled.push(`${table}.${column}`)
  }
  return spoiled
}

/** rest-api-part-2.md, section 1.2. */
const REMOVED =
  "[\\u0001-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b\\ufeff\\u202a-\\u202e\\u2066-\\u2069]"

/** A folder for temporary files that is nobody else's. */
export function createTemporaryFolder() {
  const base = path.resolve(".data/test")
  mkdirSync(base, { recursive: true })
  const folder = mkdtempSync(path.join(base, "temporary-"))
  process.env.TMPDIR = folder
  return folder
}

/** What lies in a folder, at any depth. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })

/** Files of the content store that are no block under its own name. */
export const strayFiles = () =>
  readdirSync(env().CONTENT_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^baf[a-z2-7]{56}$/.test(entry.name))
    .map(({ name }) => name)

const MEBIBYTE = 1_048_576

/** Memory in use after everything unreachable is gone, in MiB. */
export async function memoryInUse() {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  // What a finalizer lets go of is gone the second time.
  for (let times = 0; times < 2; times++) {
    collect()
    await setImmediate()
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { heap: (heapUsed + arrayBuffers) / MEBIBYTE, rss: rss / MEBIBYTE }
}
