import { beforeEach, expect, test } from "vitest"
import { GET } from "@/app/api/internal/onboarding/route"
import { pool } from "@/lib/db/client"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, insertTrade, insertTx } from "@/tests/helpers/rows"

const wallet = addressOf(7)
const ask = async () => (await call({ GET }, { query: { wallet } })).body

beforeEach(emptyTables)

test("200: nothing is done at the beginning", async () => {
  expect(await ask()).toEqual({ hasUsdb: false, hasTraded: false })
})

test("200: a claim is the second step", async () => {
  const { id, txId } = await insertTx()
  await pool().query(
    `insert into faucet_claim (id, tx_id, "user", referrer) values ($1, $2, $3, '0x0')`,
    [id, txId, wallet],
  )
  expect(await ask()).toEqual({ hasUsdb: true, hasTraded: false })
})

test("200: who has traded needs no faucet", async () => {
  const { address } = await insertToken()
  await insertTrade({ token: address, user: wallet })
  expect(await ask()).toEqual({ hasUsdb: true, hasTraded: true })
})

test("200: a purchase of shares is a trade as well", async () => {
  const { address } = await insertMarket()
  await insertPurchase({ token: address, buyer: wallet })
  expect(await ask()).toEqual({ hasUsdb: true, hasTraded: true })
})

test("400: what is no address", async () => {
  const { status } = await call({ GET }, { query: { wallet: "0x1" } })
  expect(status).toBe(400)
})
