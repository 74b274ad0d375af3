import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { db, pool } from "@/lib/db/client"
import { jsonObject } from "@/lib/db/json-answer"
import { statement } from "@/lib/db/statement"

const readToken = jsonObject({
  name: "token of the test",
  response: z.object({ name: z.string() }),
  parameters: { address: "text", symbol: "text?" },
  row: ({ address, symbol }) =>
    db
      .selectFrom("token")
      .select("name")
      .where("address", "=", address)
      .where((eb) => eb.and(symbol ? [eb("symbol", "=", symbol)] : [])),
})

const readWholeToken = statement({ address: "text" }, ({ address }) =>
  db.selectFrom("token").selectAll().where("address", "=", address),
)

const readTokens = statement({ addresses: "text[]" }, ({ addresses }) =>
  db
    .selectFrom("token")
    .select("name")
    .where(({ ref }) => sql<boolean>`${ref("address")} = any(${addresses})`),
)

const preparedNames = async () => {
  const { rows } = await pool().query<{ name: string }>("select name from pg_prepared_statements")
  return rows.map(({ name }) => name)
}

describe("prepared statements", () => {
  test("are kept, one for each set of parameters, and none for a long list", async () => {
    const before = new Set(await preparedNames())
    const many = Array.from({ length: 40 }, (_, at) => `0x${at}`)
    for (let run = 0; run < 8; run++) {
      expect(await readTokens({ addresses: many })).toEqual([])
    }
    expect((await preparedNames()).filter((name) => !before.has(name))).toEqual([])
    for (let run = 0; run < 8; run++) {
      expect(await readToken({ address: "0xa" })).toBeNull()
      expect(await readToken({ address: "0xa", symbol: "A" })).toBeNull()
      expect(await readTokens({ addresses: ["0xa"] })).toEqual([])
    }
    const added = (await preparedNames()).filter((name) => !before.has(name))
    expect(added).toHaveLength(3)
  })

  test("outlives a migration of its tables", async () => {
    await readToken({ address: "0xa" })
    await readWholeToken({ address: "0xa" })
    await pool().query("alter table token add column added_by_test int not null default 1")
    expect(await readToken({ address: "0xa" })).toBeNull()
    expect(await readWholeToken({ address: "0xa" })).toEqual([])
    await pool().query("alter table token drop column added_by_test")
    expect(await readToken({ address: "0xa" })).toBeNull()
  })
})
