import pg from "pg"
import { zeroAddress } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { MAIN_PRICE, TOKENS } from "@/lib/db/topic-versions"
import { withWriteLock } from "@/lib/db/write-lock"
import { emptyEventRows } from "@/lib/events/event-rows"
import { truncateIndex } from "@/lib/indexer/checkpoint"
import { ingest } from "@/lib/indexer/ingest"
import { listMainToken } from "@/lib/indexer/projections/tokens"
import { addressOf, MAIN, USDB } from "@/tests/helpers/rows"
import { toRecordBatch, toRecordBlock } from "@/tests/lib/agents/record-events"
import { createCreationsBatch, getToken } from "@/tests/lib/profiles/points-events"

/** Topics that the index counts with its rows. */

const place = { chainId: 31337, usdb: USDB, staking: zeroAddress }
const price = toRecordBatch(toRecordBlock({ kind: "price", token: 2, units: 2 }, 0))
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
})
afterAll(() => client?.end())

const store = (batch: typeof price, mainToken: string) =>
  withWriteLock(client, () => ingest(client, batch, { ...place, mainToken }))

const MAIN_TOKEN = {
  ...{ address: MAIN, name: "Tide", symbol: "TIDE", dev: addressOf(1), multiplier: 100 },
  ...{ baseReserve0: 1n, baseReserve1: 1n, time: 0, block: 1 },
}

beforeEach(async () => {
  await withWriteLock(client, () => truncateIndex(client))
  await withWriteLock(client, () => listMainToken(client, MAIN_TOKEN))
  await store(createCreationsBatch(), zeroAddress)
})

// The batch has a price of token 2 and one of TIDE.
describe("a stored price", () => {
  test("of the main token is everyone's price in dollars", async () => {
    const topics = await store(price, MAIN)
    expect([...topics].sort()).toEqual([getToken(2), MAIN, MAIN_PRICE, TOKENS].sort())
  })

  test("of other tokens is theirs alone", async () => {
    const topics = await store(price, addressOf(1))
    expect([...topics].sort()).toEqual([getToken(2), MAIN, TOKENS].sort())
  })

  test("is told once", async () => {
    await store(price, addressOf(1))
    expect([...(await store(price, addressOf(1)))]).toEqual([])
  })
})

test("rows that no address stands for are of all tokens", async () => {
  const [transaction] = price.transactions
  if (!transaction) throw new Error("The batch has a transaction")
  const claim = {
    id: transaction.id,
    txId: transaction.id,
    time: transaction.time,
    user: addressOf(2),
    referrer: zeroAddress,
  }
  const eventRows = { ...emptyEventRows(), faucetClaim: [claim] }
  expect([...(await store({ ...price, eventRows }, addressOf(1)))]).toEqual([TOKENS])
})
