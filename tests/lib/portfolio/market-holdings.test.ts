import { type Abi, formatEther, getAddress, parseEther } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { z } from "zod"
import { getChainClient } from "@/lib/chain/client"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { findActivity } from "@/lib/portfolio/activity"
import { findHistory } from "@/lib/portfolio/history"
import { exportPositionsCsv, exportPositionsJson } from "@/lib/portfolio/positions-export"
import { findPortfolio } from "@/lib/portfolio/queries"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { createMarkets, EARLY, type MarketKey, type Markets } from "@/tests/helpers/markets"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"

const WINDOW = 1_800
const [YES, NO] = [0, 1]
const BOND = parseEther("5")

let chain: TestChain
let markets: Markets
let won: MarketKey
let open: MarketKey

/** A market that is decided by a vote and redeemed, and one that stays open. */
beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  markets = await createMarkets(chain)
  won = await markets.createMarket(alice, { name: "Decided?" })
  open = await markets.createMarket(alice, { name: "Still open?" })
  await markets.buyShares(alice, won, YES, "100")
  await markets.buyShares(bob, won, NO, "77.7")
  const half =
    (await readMarket("getUserShares", [getAddress(won.token), getAddress(alice), YES])) / 2n
  await markets.listShares(alice, won, YES, half, "0.41")
  await markets.fillOrder(carol, won, 0n, half / 3n)
  await markets.sweep(bob, won, YES, [0n], "30")
  await chain.buyMain(carol, "200")
  await markets.buyShares(carol, open, NO, "25", chain.book.mainToken)
  await markets.donate(bob, won, "12", "bounty")
  await markets.propose(bob, won, NO)
  await markets.dispute(carol, won, YES)
  for (const voter of [carol, dave]) {
    await markets.stake(voter)
    await markets.vote(voter, won, YES)
  }
  await markets.advanceTime(2 * WINDOW)
  await markets.finalize(dave, won)
  await markets.claimBounty(dave, won)
  await markets.redeem(alice, won)
  // A round that ends undecided takes half of both bonds.
  await markets.propose(alice, open, NO)
  await markets.dispute(dave, open, EARLY)
  await markets.advanceTime(2 * WINDOW)
  await markets.finalize(carol, open)
  await markets.propose(bob, open, NO)
  await emptyIndex(pool())
  await catchUp(chain)
})
afterAll(() => chain?.stop())

const readBalance = (token: string, wallet: string) =>
  getChainClient()?.readContract({
    address: getAddress(token),
    abi: usdbAbi,
    functionName: "balanceOf",
    args: [getAddress(wallet)],
  })

const readUsdb = (wallet: string) => readBalance(chain.book.usdb, wallet)
const readMainToken = async (wallet: string) =>
  (await readBalance(chain.book.mainToken, wallet)) ?? 0n

describe("a portfolio with shares", () => {
  test.each([
    ["the creator, a seller and winner", alice],
    ["a loser, who also bought from orders", bob],
    ["a disputer, voter and winner", carol],
    ["a voter", dave],
  ])("adds up to the wei: %s", async (_, wallet) => {
    const { cash, worth, contributed, realised, unrealised, assets, marketWorth, points } =
      await findPortfolio(wallet, "all")
    expect(cash).toBe(await readUsdb(wallet))
    const held = assets.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0n), 0n)
    expect(worth).toBe(cash + held + marketWorth)
    expect(worth).toBe((contributed ?? 0n) + (realised ?? 0n) + (unrealised ?? 0n))
    expect(points.at(-1)).toMatchObject({ worth, contributed })
  })

  test("knows what can be redeemed from the contract, and what is closed", async () => {
    const [winner, redeemed, loser] = await Promise.all([
      findPortfolio(carol, "all"),
      findPortfolio(alice, "all"),
      findPortfolio(bob, "all"),
    ])
    const decided = winner.markets.find(({ market }) => market.name === "Decided?")
    expect(decided?.redeemable).toBe(await readRedeemable(carol))
    expect(winner.markets.map(({ market }) => market.name).sort()).toEqual([
      "Decided?",
      "Still open?",
    ])
    expect(redeemed.markets).toEqual([])
    expect(redeemed.closedMarkets.map(({ market }) => market.name)).toEqual(["Decided?"])
    // Bob's part of YES, bought from the order, has won: it waits.
    expect(loser.markets[0]?.redeemable).toBe(await readRedeemable(bob))
  })

  test("keeps what is locked in decisions: open bonds and stakes", async () => {
    const [proposer, disputer, voter] = await Promise.all([
      findPortfolio(bob, "all"),
      findPortfolio(carol, "all"),
      findPortfolio(dave, "all"),
    ])
    // His other bond was lost with the vote; this one is of a second round.
    expect(proposer.bonds).toMatchObject([
      { token: open.token.toLowerCase(), step: "propose", outcome: NO, amount: 2n * BOND },
    ])
    expect(disputer.bonds).toEqual([])
    const main = voter.assets.find(({ token }) => token === chain.book.mainToken)
    expect(main?.staked).toBe(BOND)
    expect(main?.quantity).toBe((await readMainToken(dave)) + BOND)
    expect(main?.unrealised).toBe((main?.valueUsd ?? 0n) - (main?.cost ?? 0n))
  })

  test("is handed out as a file, a row for each outcome", async () => {
    const json = z.record(z.string(), z.string()).array()
    const rows = json.parse(JSON.parse(await new Response(await exportPositionsJson(carol)).text()))
    expect(rows).toHaveLength(2)
    const decided = rows.find(({ question }) => question === "Decided?")
    expect(decided).toMatchObject({
      ...{ market: won.token.toLowerCase(), status: "resolved", outcome: "0" },
      ...{ outcome_name: "Yes", final_outcome: "Yes", shares_in_orders: "0" },
      market_redeemable_usdb: formatEther(await readRedeemable(carol)),
      market_redeemed_usdb: "",
    })
    const csv = await new Response(await exportPositionsCsv(carol)).text()
    const [names, ...lines] = csv.trimEnd().split("\r\n")
    expect(names?.split(",")).toEqual(Object.keys(rows[0] ?? {}))
    expect(lines.map((line) => line.split(","))).toEqual(rows.map((row) => Object.values(row)))
  })

  test("names every step in its log", async () => {
    const kinds = async (wallet: string) =>
      (await findActivity(wallet, { page: 1, limit: 100 }))?.data.map(({ kind }) => kind).reverse()
    expect((await kinds(alice))?.slice(1)).toEqual([
      "given",
      "given",
      "sharesBought",
      // Her part of the tax on what others buy in her markets.
      "tax",
      "sharesSold",
      "sharesSold",
      "tax",
      "redeemed",
      "bond",
      "bondBack",
    ])
    expect((await kinds(bob))?.slice(1)).toEqual([
      ...["sharesBought", "sharesBought", "given"],
      ...["bond", "bond"],
    ])
    expect((await kinds(dave))?.slice(1)).toEqual([
      "bought",
      "staked",
      "bounty",
      "bond",
      "bondBack",
    ])
  })

  test("a token paid for shares is sold at what they cost", async () => {
    const changes = (await findHistory(carol)) ?? []
    const bought = changes.find(({ marketEntries, deltas }) => marketEntries && deltas.length > 0)
    expect(bought?.deltas).toHaveLength(1)
    expect(bought?.marketEntries?.[0]?.cash).toBeLessThan(0n)
    expect(bought?.cash).toBe(0n)
  })
})

const readRedeemable = (wallet: string) =>
  readMarket("getRedeemable", [getAddress(won.token), getAddress(wallet)])

async function readMarket(functionName: "getUserShares" | "getRedeemable", args: unknown[]) {
  const client = getChainClient()
  const address = getAddress(chain.book.marketTrading)
  const abi: Abi = marketTradingAbi
  return z.bigint().parse(await client?.readContract({ address, abi, functionName, args }))
}
