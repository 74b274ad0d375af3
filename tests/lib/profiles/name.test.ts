import { expect, test } from "vitest"
import { GET } from "@/app/api/internal/wallets/name/route"
import { pool } from "@/lib/db/client"
import { findUsernames } from "@/lib/profiles/authors"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

const wallet = addressOf(7)

test("200: what the wallet calls itself, nulls while it has said nothing", async () => {
  await emptyTables()
  const ask = () => call({ GET }, { query: { wallet } })
  expect((await ask()).body).toEqual({ username: null, avatarUrl: null })
  await pool().query(
    `insert into profile (wallet, username, username_key, updated_at)
    values ($1, 'Maria', 'maria', now())`,
    [wallet],
  )
  const { body, headers } = await ask()
  expect(body).toEqual({ username: "Maria", avatarUrl: null })
  expect(headers.get("cache-control")).toContain("no-store")
  // Of several wallets those have a name that have given themselves one.
  expect(await findUsernames([wallet, addressOf(8), wallet])).toEqual({ [wallet]: "Maria" })
})
