import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildTransactions } from "@/lib/actions/build"
import { quoteAction } from "@/lib/actions/quote"
import { actionInput } from "@/lib/actions/registry"
import { pool } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { createMarkets, type MarketKey, type Markets } from "@/tests/helpers/markets"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"

const WAD = 10n ** 18n
const [YES, NO] = [0, 1]

let chain: TestChain
let markets: Markets
let market: MarketKey
let secret: MarketKey

/** Orders of the market: 0 is open and alice's, 1 was cancelled, 2 is open and bob's, of the other outcome. */
beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  markets = await createMarkets(chain)
  market = await markets.createMarket(alice)
  await markets.buyShares(alice, market, YES, "100")
  await markets.buyShares(bob, market, NO, "100")
  await markets.listShares(alice, market, YES, 20n * WAD, "0.3")
  await markets.listShares(alice, market, YES, 20n * WAD, "0.31")
  await markets.cancelOrder(alice, market, 1n)
  await markets.listShares(bob, market, NO, 10n * WAD, "0.2")
  secret = await markets.createPrivateMarket(alice)
  await markets.vote(alice, secret, YES)
  await emptyIndex(pool())
  await catchUp(chain)
})
afterAll(() => chain?.stop())

type Wish = { action: string } & Record<string, unknown>

const ask = (wish: Wish) => quoteAction(actionInput.parse(wish))
const buildOf = (wish: Wish) => buildTransactions(actionInput.parse(wish))
const fill = (orderIds: number[], wallet: string = carol) => ({
  ...{ action: "market.fill", market: market.token, orderIds, wallet },
  amount: `${50n * WAD}`,
})

describe("an action whose trial changes nothing is blocked", () => {
  test.each([
    ["own orders", [0], alice, "order 0 (your own)"],
    ["cancelled orders", [1], carol, "order 1 (cancelled or filled)"],
    ["unknown orders", [7, 8], carol, "orders 7 (unknown) and 8 (unknown)"],
  ])("a purchase from %s", async (_, orderIds, wallet, which) => {
    const wish = fill(orderIds, wallet)
    const { blockers, fees, in: paid, out, route, effect } = await ask(wish)
    expect(blockers).toEqual([
      {
        code: "NOTHING_CHANGES",
        message: `Nothing can be bought from ${which}.`,
        remedy: expect.stringContaining("Choose orders of others"),
      },
    ])
    expect({ fees, paid, out, route }).toEqual({ fees: [], paid: [], out: [], route: [] })
    expect(effect).toMatch(/: changes nothing\.$/)
    // Nothing is there to be signed, an approval neither.
    expect((await buildOf(wish)).transactions).toEqual([])
  })

  test("an approval that there is not, taken back", async () => {
    const { usdb, vesting } = chain.book
    const wish = { action: "approve.revoke", token: usdb, spender: vesting, wallet: dave }
    const { blockers } = await ask(wish)
    expect(blockers).toMatchObject([{ code: "NOTHING_CHANGES" }])
    expect(blockers[0]?.message).toContain("may spend none of your USDB")
  })

  test("a vote that is given already; another one is a change", async () => {
    const vote = { action: "market.vote", market: secret.token, wallet: alice }
    expect((await ask({ ...vote, outcomeId: YES })).blockers).toMatchObject([
      { code: "NOTHING_CHANGES" },
    ])
    expect((await ask({ ...vote, outcomeId: NO })).blockers).toEqual([])
  })

  test("an amount that buys nothing is blocked as well, where nothing could be signed", async () => {
    const wish = { action: "token.buy", token: chain.book.mainToken, amount: "1", wallet: carol }
    const { quote, transactions } = await buildOf(wish)
    expect(transactions).toEqual([])
    expect(quote.blockers).not.toEqual([])
  })
})

describe("a purchase from orders", () => {
  test("names the fees of what is filled, and the shares of every outcome", async () => {
    const { blockers, fees, in: paid, out } = await ask(fill([0, 1, 2]))
    expect(blockers).toEqual([])
    // 20 shares at 0.30 and 10 at 0.20, each with 1.5 %.
    const value = 6n * WAD + 2n * WAD
    const tax = (value * 150n) / 10_000n
    expect(paid).toMatchObject([{ symbol: "USDB", amount: value + tax }])
    expect(fees).toMatchObject([{ kind: "trade", symbol: "USDB", amount: tax }])
    expect(out.map(({ amount }) => amount)).toEqual([20n * WAD, 10n * WAD])
  })
})

describe("what an action names and there is not", () => {
  test("an order to be cancelled", async () => {
    const wish = { action: "market.cancel", market: market.token, orderId: 7, wallet: alice }
    expect((await ask(wish)).blockers).toEqual([
      {
        code: "ORDER_NOT_FOUND",
        message: "This market has no order 7.",
        remedy: expect.stringContaining("order book"),
      },
    ])
    expect((await buildOf(wish)).transactions).toEqual([])
    const { blockers } = await ask({ ...wish, orderId: 0, wallet: bob })
    expect(blockers).toMatchObject([{ code: "NotSeller" }])
  })

  const loan = { action: "loan.repay", loanId: 99, wallet: dave }
  test.each([
    ["a hub loan", { ...loan, source: "hub" }, "LOAN_NOT_FOUND"],
    ["a loan of the vault", { ...loan, source: "vault" }, "LOAN_NOT_FOUND"],
    ["a schedule's loan", { ...loan, source: "vesting" }, "LOAN_NOT_FOUND"],
    ["a position", { ...loan, source: "leverage" }, "LOAN_NOT_FOUND"],
    [
      "a position to be closed",
      { action: "leverage.close", loanId: 9, wallet: dave },
      "LOAN_NOT_FOUND",
    ],
    ["a schedule", { action: "vesting.claim", vestingId: 99, wallet: dave }, "SCHEDULE_NOT_FOUND"],
    [
      "a schedule to borrow on",
      { action: "loan.take", source: "vesting", vestingId: 99, wallet: dave },
      "SCHEDULE_NOT_FOUND",
    ],
  ])("%s", async (_, wish, code) => {
    const error = await ask(wish).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code, status: 404 })
  })
})
