import { beforeAll, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/me/export/route"
import { walletTables } from "@/lib/account/wallet-tables"
import { pool } from "@/lib/db/client"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { addressOf } from "@/tests/helpers/rows"

const OTHER = addressOf(77)
const SECRET = "c0ffee5ec3e7"

type Column = { name: string; type: string; isRequired: boolean }
type Definition = { wallets?: readonly string[]; omit?: Readonly<Record<string, string>> }

const definitions = Object.entries(walletTables) as [string, Definition][]

async function readColumns(): Promise<Map<string, Column[]>> {
  const { rows } = await pool().query<Column & { table: string }>(
    `select table_name as "table", column_name as name, udt_name as type,
        is_nullable = 'NO' and is_generated = 'NEVER' as "isRequired"
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`,
  )
  return new Map(
    definitions.map(([table]) => [table, rows.filter((column) => column.table === table)]),
  )
}

let serial = 0

/** Some value of the type, another one each time. */
function someValue(type: string): string {
  serial++
  if (/^(int|numeric|float)/.test(type)) return `${type === "int2" ? serial % 9 : serial}`
  if (type === "bool") return "true"
  if (type === "timestamptz" || type === "date") return "2026-11-20T10:00:00.123Z"
  if (type === "bytea") return `\\x${serial.toString(16).padStart(8, "0")}`
  if (type === "uuid") return `00000000-0000-4000-8000-${`${serial}`.padStart(12, "0")}`
  if (type.startsWith("json")) return "{}"
  if (type.startsWith("_")) return "{}"
  return `text ${serial}`
}

/** A row that names the wallet in one column and others everywhere else. */
function insertOf(table: string, columns: Column[], walletColumn: string, wallet: string) {
  const { omit = {}, wallets = [] } = definitions.find(([name]) => name === table)?.[1] ?? {}
  const stored = columns.filter(
    ({ name, isRequired }) => isRequired || wallets.includes(name) || name in omit,
  )
  const values = stored.map(({ name, type }) => {
    if (name === walletColumn) return wallet
    if (wallets.includes(name)) return OTHER
    if (name in omit && type === "bytea") return `\\x${SECRET}`
    return name in omit && type === "text" ? SECRET : someValue(type)
  })
  const names = stored.map(({ name }) => `"${name}"`).join(", ")
  const literals = values.map((value) => `'${value}'`).join(", ")
  return `insert into "${table}" (${names}) values (${literals}) on conflict do nothing;`
}

/** Any row can be stored then, and no trigger makes others of it. */
const DROP_CHECKS = `do $$ declare c record; begin
  for c in select conrelid::regclass as owner, conname from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
  loop execute format('alter table %s drop constraint %I', c.owner, c.conname); end loop;
end $$;
set local session_replication_role = replica;`

describe("GET /api/v1/me/export", () => {
  let key = ""
  let wallet = ""
  const read = async () => (await call(route, { as: { key } })).body

  beforeAll(async () => {
    ;({ key, wallet } = await createApiKey())
    const columns = await readColumns()
    const inserts = definitions.flatMap(([table, { wallets = [] }]) =>
      wallets.flatMap((name) =>
        [wallet, OTHER].map((each) => insertOf(table, columns.get(table) ?? [], name, each)),
      ),
    )
    const versions =
      "insert into reef_post_version (post_id, title) select id, 'Before' from reef_post;"
    await pool().query(`begin; ${DROP_CHECKS} ${inserts.join(" ")} ${versions} commit`)
    await pool().query("update social_link set platform = 'telegram'")
    await pool().query(
      "insert into project (address, description) select address, 'About ' || dev from token",
    )
  })

  test("200: one row for every column of every table that names the wallet, none of others", async () => {
    const { tables, ...head } = await read()
    expect(head).toMatchObject({ wallet, standing: { tier: "Plankton" } })
    expect(Object.keys(tables)).toEqual(definitions.map(([table]) => table))
    for (const [table, { wallets = [] }] of definitions) {
      const rows = tables[table] ?? []
      const isUniqueByWallet = rows.length === 1
      expect(rows.length, table).toBe(isUniqueByWallet ? 1 : Math.max(1, wallets.length))
      for (const row of rows) {
        if (wallets.length > 0) expect(Object.values(row), table).toContain(wallet)
      }
    }
    expect(tables.reef_post_version).toMatchObject([{ title: "Before" }])
    expect(tables.project).toMatchObject([{ description: `About ${wallet}` }])
  })

  test("200: no secret and no points; says what is left out, and why", async () => {
    const { status, text, body } = await call(route, { as: { key } })
    expect(status).toBe(200)
    expect(text).not.toContain(SECRET)
    expect(body.tables.api_key?.[0]).not.toHaveProperty("hash")
    expect(body.tables.wallet_points?.[0]).not.toHaveProperty("total")
    const omitted = body.omitted.map(({ table, column }) => `${table}.${column}`)
    expect(omitted).toEqual(expect.arrayContaining(["api_key.hash", "wallet_points.total"]))
    expect(body.omitted.every(({ reason }) => reason.length > 10)).toBe(true)
  })

  test("200: numbers are exact, times ISO 8601, bytes hexadecimal", async () => {
    const amount = "123456789012345678901234567890"
    await pool().query("update trade set amount_usdc = $1", [amount])
    const { tables } = await read()
    expect(tables.trade?.[0]).toMatchObject({
      amountUsdc: amount,
      time: "2026-11-20T10:00:00.123Z",
    })
    expect(tables.reef_post?.[0]?.contentHash).toMatch(/^0x[0-9a-f]+$/)
  })

  test("200: more rows than a batch are all there; HEAD makes nothing", async () => {
    await pool().query(
      `insert into holder (token, wallet, balance) select 'token ' || n, $1, n from generate_series(1, 1200) n`,
      [wallet],
    )
    expect((await read()).tables.holder).toHaveLength(1_201)
    const head = await call(route, { method: "HEAD", as: { key } })
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers.get("content-disposition")).toContain(`atoll-${wallet}.json`)
  })

  test("429: a second export while one is running; a reader that leaves ends it", async () => {
    const open = () =>
      route.GET(
        new Request("http://localhost:3000/api/v1/me/export", { headers: { "x-api-key": key } }),
        { params: Promise.resolve({}) },
      )
    const first = await open()
    const second = await call(route, { as: { key } })
    expect([second.status, second.body.code]).toEqual([429, "RATE_LIMITED"])
    expect(second.headers.get("retry-after")).toBe("20")
    await first.body?.cancel()
    expect((await call(route, { as: { key } })).status).toBe(200)
  })

  test("200 with a session, of its acting wallet; 401 without one", async () => {
    const { cookie, address } = await createSession()
    const { body } = await call(route, { as: { cookie } })
    expect(body.wallet).toBe(address)
    expect(body.tables.trade).toEqual([])
    expect((await call(route)).status).toBe(401)
  })
})
