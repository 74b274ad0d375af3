import { beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { activityGroups, findActivity, findResolutionEvents } from "@/lib/markets/activity-queries"
import {
  findOrderBook,
  findOwnOrders,
  findShareHolders,
  findWalletShares,
} from "@/lib/markets/orders/book-queries"
import { WAD } from "@/lib/units"
import {
  insertMarket,
  insertMarketEvent,
  insertOrderEvent,
  insertPurchase,
} from "@/tests/helpers/market-rows"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const [BUYER, SELLER, VOTER] = [addressOf(2), addressOf(3), addressOf(4)]

async function busyMarket() {
  const { address: token } = await insertMarket()
  await insertPurchase({ token, buyer: SELLER, shares: 10n * WAD })
  await insertOrderEvent({ token, orderId: 0 })
  await insertOrderEvent({ token, orderId: 0, kind: "filled" })
  await insertMarketEvent({ token, action: "propose", outcome: 1 })
  await insertMarketEvent({ token, action: "redeem", amount: 3n * WAD })
  return token
}

const kindsOf = (rows: readonly { kind: string }[]) => rows.map(({ kind }) => kind)

test("the tape holds everything, newest first", async () => {
  const token = await busyMarket()
  const rows = await findActivity(token, {})
  expect(kindsOf(rows)).toEqual(["redeem", "propose", "filled", "listed", "bought"])
  expect(rows[2]).toMatchObject({ wallet: BUYER, other: SELLER, shares: WAD, outcome: 0 })
})

test.each([
  ["all", 5],
  ["purchases", 1],
  ["orders", 2],
  ["resolution", 2],
] as const)("the group %s alone has %d rows, page by page", async (group, count) => {
  const token = await busyMarket()
  expect(activityGroups).toContain(group)
  const seen: string[] = []
  let before: string | undefined
  do {
    const [row] = await findActivity(token, { group, limit: 1, ...(before && { before }) })
    before = row?.id
    if (row) seen.push(row.kind)
  } while (before)
  expect(seen).toEqual(kindsOf(await findActivity(token, { group })))
  expect(seen).toHaveLength(count)
})

test("the steps of a resolution are told oldest first, without payouts", async () => {
  expect(kindsOf(await findResolutionEvents(await busyMarket()))).toEqual(["propose"])
})

test("the book holds what is left, cheapest first, and each wallet its own", async () => {
  const token = await busyMarket()
  await insertOrderEvent({ token, orderId: 1, price: WAD / 4n, seller: VOTER })
  await insertOrderEvent({ token, orderId: 2, outcome: 1, seller: VOTER })
  await insertOrderEvent({ token, orderId: 2, outcome: 1, seller: VOTER, kind: "cancelled" })
  const book = await findOrderBook(token)
  expect(book.map(({ orderId, amount }) => [orderId, amount])).toEqual([
    [1, 10n * WAD],
    [0, 9n * WAD],
  ])
  expect((await findOwnOrders(VOTER)).map(({ orderId }) => orderId)).toEqual([1])
  expect(await findOwnOrders(VOTER, addressOf(99))).toEqual([])
})

test("remainders that nobody would buy do not push real orders out of the book", async () => {
  const { address: token } = await insertMarket()
  const real = await insertOrderEvent({
    token,
    orderId: 500,
    price: WAD / 10n,
    totalAmount: 10n * WAD,
  })
  await pool().query(
    `insert into market_order (token, order_id, public_id, row_id, tx_id, seller, outcome,
      total_amount, price, amount, status, created_at, updated_at)
    select $1, n, 'dust' || n, n, $2, $3, 0, 1, 1, 1, 'ACTIVE', now(), now()
    from generate_series(0, 199) n`,
    [token, real.txId, VOTER],
  )
  expect((await findOrderBook(token)).map(({ orderId }) => orderId)).toEqual([500])
  // A unit below the least value.
  await insertOrderEvent({ token, orderId: 501, price: WAD / 10n, totalAmount: 10n * WAD - 1n })
  expect((await findOrderBook(token)).map(({ orderId }) => orderId)).toEqual([500])
  // They are still their seller's to cancel.
  expect(await findOwnOrders(VOTER, token)).toHaveLength(200)
})

test("holders are listed by outcome, the largest first", async () => {
  const token = await busyMarket()
  expect(await findShareHolders(token)).toEqual([
    { outcome: 0, wallet: SELLER, shares: 9n * WAD },
    { outcome: 0, wallet: BUYER, shares: WAD },
  ])
  expect(await findWalletShares(token, [BUYER, VOTER])).toEqual([
    { outcome: 0, wallet: BUYER, shares: WAD },
  ])
})
