import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/tokens/[address]/safety/route"
import * as supplyRoute from "@/app/api/v1/tokens/[address]/supply/route"
import { createKey } from "@/lib/auth/api-keys"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { insertLoanEvent } from "@/tests/helpers/loan-rows"
import {
  addressOf,
  emptyTables,
  insertHolder,
  insertSync,
  insertToken,
  insertTrade,
  insertTx,
  MAIN,
} from "@/tests/helpers/rows"

const creator = addressOf(1)

let as: { key: string }
let token: string

beforeAll(async () => {
  as = { key: (await createKey(creator, null)).key }
})

beforeEach(async () => {
  await emptyTables()
  await insertToken({ address: MAIN })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: WAD })
  token = (await insertToken({ dev: creator, multiplier: 50 })).address
})

const safety = (address = token) => call(route, { params: { address }, as })

async function readFindings() {
  const { status, body } = await safety()
  expect(status).toBe(200)
  return Object.fromEntries(body.data.map(({ code, level, value }) => [code, [level, value]]))
}

describe("GET /api/v1/tokens/{address}/safety", () => {
  test("200: a fresh token is told nothing of but that nothing is told of it", async () => {
    expect(await readFindings()).toEqual({ metadata_missing: ["caution", 3] })
  })

  test("200: what the index knows becomes findings", async () => {
    await pool().query("update project set description = 'd', image = 'https://a.example/i'")
    await insertHolder(token, creator, 30n)
    for (let wallet = 10; wallet < 20; wallet++) await insertHolder(token, addressOf(wallet), 7n)
    await pool().query("update token set holder_count = 11 where address = $1", [token])
    await insertTrade({ token, user: creator, type: 1, amountToken: 10n })
    expect(await readFindings()).toEqual({
      creator_share: ["danger", 3_000],
      concentration: ["danger", 9_300],
      creator_sold: ["danger", 2_500],
      metadata_missing: ["info", 1],
    })
  })

  test("200: a token that is called like the platform's or an older one", async () => {
    const lookAlike = async (address: string) => {
      const { body } = await safety(address)
      return body.data.find(({ code }) => code === "look_alike")
    }
    await pool().query("update token set symbol = 'TIDE', name = 'Tide' where address = $1", [MAIN])
    await pool().query(
      "update token_skeleton set symbol = 'tlde', name = 'tlde' where token = $1",
      [MAIN],
    )
    const first = await insertToken({ symbol: "KELP", name: "Kelp Forest" })
    const kelp = { address: first.address, symbol: "KELP", name: "Kelp Forest" }
    const cases = [
      [{ symbol: "USDВ" }, { level: "danger", token: null }],
      [{ name: "Tıde" }, { level: "danger", token: { address: MAIN } }],
      [{ symbol: "КЕLР" }, { level: "caution", token: kelp }],
      [{ name: "kelp fоrest" }, { level: "caution", token: kelp }],
    ] as const
    for (const [names, expected] of cases) {
      const { address } = await insertToken(names)
      expect(await lookAlike(address), JSON.stringify(names)).toMatchObject(expected)
    }
    expect([await lookAlike(first.address), await lookAlike(MAIN)]).toEqual([undefined, undefined])
  })

  test("200: a freeze and a running surge, which ends by itself", async () => {
    await pool().query(
      "insert into token_reading (token, frozen, read_block) values ($1, true, 1)",
      [token],
    )
    const { id, txId, time } = await insertTx()
    await pool().query(
      `insert into surge_start (id, tx_id, time, token, start_rate, end_rate, duration)
        values ($1, $2, $3, $4, 600, 600, 7200)`,
      [id, txId, time, token],
    )
    const { body } = await safety()
    const surge = body.data.find(({ code }) => code === "surge_tax")
    expect(surge).toMatchObject({ level: "caution", value: 600 })
    expect(surge?.endsAt).toBe(new Date(time.getTime() + 7_200_000).toISOString())
    expect(body.data.map(({ code }) => code)).toContain("frozen")
  })

  test("200: wallets that bought in the launch's block", async () => {
    const { number } = await insertTrade({ token, user: addressOf(2) })
    await insertTrade({ token, user: creator, number, log: 1 })
    await pool().query("update token set created_block = $1 where address = $2", [number, token])
    expect(await readFindings()).toMatchObject({ early_same_block: ["caution", 1] })
  })

  test("200: vesting tokens whose owners have borrowed on them", async () => {
    const other = addressOf(3)
    await insertHolder(token, other, 600n)
    await insertHolder(token, MAIN, 400n)
    const loan = { wallet: other, token, fullAmount: WAD }
    await insertLoanEvent({ ...loan, source: "vesting", collateral: 300n })
    await insertLoanEvent({ ...loan, collateral: 100n, loanId: 2 })
    expect(await readFindings()).toMatchObject({ VESTED_BUT_BORROWED: ["danger", 3_000] })
    const { body } = await call(supplyRoute, { params: { address: token }, as })
    expect(body.data).toEqual({
      ...{ supply: "1000", vesting: "0", vestingPledged: "300", locked: "0", pledged: "100" },
      ...{ lent: "0", free: "600", debt: `${2n * WAD}`, loans: 2 },
    })
  })

  test("404: an unknown token", async () => {
    const refused = { status: 404, body: { code: "TOKEN_NOT_FOUND" } }
    expect(await safety(addressOf(99))).toMatchObject(refused)
    expect(await call(supplyRoute, { params: { address: addressOf(99) }, as })).toMatchObject(
      refused,
    )
  })
})
