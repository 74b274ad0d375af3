/** @module-tag long */
import { hash } from "node:crypto"
import { encodeFunctionData, erc20Abi, type Hex, hexToBigInt } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { listMarketWarnings } from "@/lib/actions/markets/market-plan"
import { quotePlan } from "@/lib/actions/quote"
import { actionInput, actions } from "@/lib/actions/registry"
import { listTokenWarnings } from "@/lib/actions/tokens/trade-plan"
import { toAddress } from "@/lib/chain/browser"
import { encodeCall } from "@/lib/chain/call"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { pool } from "@/lib/db/client"
import { findMarket } from "@/lib/markets/list-queries"
import { readBond } from "@/lib/markets/onchain"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { openedMarket } from "@/tests/helpers/market-transactions"
import { createMarkets, type Markets } from "@/tests/helpers/markets"
import { seed } from "@/tests/helpers/property"
import { roundActions } from "@/tests/helpers/updown"
import { catchUp } from "@/tests/lib/indexer/following"
import { emptyIndex } from "@/tests/lib/indexer/tables"
import { createLoanWorld, type LoanWorld } from "@/tests/lib/portfolio/loan-actions"
import { perform, type Wish } from "./world"

const DAY = 86_400
/** Seeds are multiples of 10 USDB. */
const FIFTY = `${50n * 10n ** 18n}`
const HALF_HOUR = 1_800

let chain: TestChain
let world: LoanWorld
let markets: Markets
const done = new Set<string>()

let drawn = 0

/** An amount in base units, up to a tenth less: another one with each call and each seed, down to the wei. */
function units(amount: number) {
  const most = BigInt(Math.round(amount * 1e6)) * 10n ** 12n
  const digest = hash("sha256", `${seed} ${drawn++}`, "hex")
  return `${most - (BigInt(`0x${digest}`) % (most / 10n))}`
}

const feesOf = ({ built }: Awaited<ReturnType<typeof perform>>) =>
  built.quote.fees.map(({ kind, amount }) => [kind, BigInt(`${amount}`) > 0n])

async function compare(wish: Wish) {
  done.add(wish.action)
  return perform(chain, wish)
}

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  world = await createLoanWorld(chain)
  markets = await createMarkets(chain)
  await roundActions(chain).start("btc")
  await emptyIndex(pool())
  await catchUp(chain)
})

afterAll(() => chain.stop())

const readUsdb = async (wallet: Hex) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [wallet] })
  return hexToBigInt((await chain.call("eth_call", { to: chain.book.usdb, data }, "latest")) as Hex)
}

/** Moves the chain's clock, and indexes the block. */
async function wait(seconds: number) {
  await chain.warp(seconds)
  await chain.mine()
  await catchUp(chain)
}

describe("a quote is what the contract does in the same block, to the wei", () => {
  test("tokens are bought and sold, for USDB and TIDE, with a surge tax, and vested", async () => {
    const { token, slow } = world
    const tide = chain.book.mainToken
    await compare({ action: "token.buy", token, amount: units(123.456789), wallet: carol })
    await compare({ action: "token.sell", token, amount: units(1.5), wallet: carol })
    await compare({ action: "token.sell", token, amount: units(2), receive: "tide", wallet: carol })
    await compare({ action: "token.buy", token: tide, amount: units(77), wallet: carol })
    await compare({ action: "token.sell", token: tide, amount: units(3), wallet: carol })
    await compare({ action: "token.buy", token: slow, amount: units(50), wallet: carol })
    await chain.surge(bob, token, [200n, 100n])
    const { built } = await compare({
      action: "token.buy",
      token,
      amount: units(10),
      wallet: carol,
    })
    expect(built.quote.warnings.map(({ code }) => code)).toContain("SURGE_TAX")
    expect(built.quote.fees.map(({ kind }) => kind)).toEqual(["trade", "surge"])
  })

  test("a token is launched", async () => {
    await compare({
      ...{ action: "token.launch", symbol: "REED", name: "Reed", hybridMultiplier: 40 },
      startLP: "1000",
    })
  })

  test("a market is created, bought from pool and book, listed, and decided after a dispute", async () => {
    const end = Number(await blockTime()) + DAY
    const created = await compare({
      ...{ action: "market.create", name: "Will it rain?", symbol: "RAIN", endTime: end },
      ...{ options: ["Yes", "No"], seedAmount: FIFTY, wallet: bob },
    })
    const market = await marketOf(created.hashes)
    const buy = { action: "market.buy", market, outcomeId: 0, amount: units(100) }
    await compare({ ...buy, wallet: alice })
    await compare({ ...buy, outcomeId: 1, wallet: bob })
    const list = { action: "market.list", market, outcomeId: 0, amount: units(40) }
    await compare({ ...list, pricePerShare: units(0.3) })
    await compare({ ...list, pricePerShare: units(0.35) })
    await compare({ ...list, pricePerShare: units(0.4) })
    await compare({ action: "market.cancel", market, orderId: 2 })
    const fill = { action: "market.fill", market, orderIds: [0], amount: units(5) }
    await compare({ ...fill, wallet: carol })
    const mixed = await compare({ ...buy, wallet: dave })
    expect(mixed.built.quote.route.map(({ via }) => via)).toEqual(["orders", "pool"])
    await compare({ ...buy, payWith: "tide", amount: units(20), wallet: carol })
    await compare({ ...buy, payWith: world.token, amount: units(5), wallet: carol })
    await compare({ ...buy, fillOrders: false, wallet: dave })

    await markets.stake(carol)
    await markets.stake(dave)
    await wait(DAY - 300)
    const late = (await quotePlan(actionInput.parse({ ...buy, wallet: dave }))).quote
    expect(late.warnings.map(({ code }) => code)).toContain("MARKET_ENDING")
    expect(late.effect).toMatch(/if it wins and nobody buys after you/)
    await wait(360)
    const proposed = await compare({
      ...{ action: "market.propose", market, outcomeId: 1, wallet: alice },
    })
    expect(proposed.built.quote.effect).toMatch(/a bond of (\S+) USDB\.$/)
    await compare({ action: "market.dispute", market, outcomeId: 0, wallet: bob })
    await wait(HALF_HOUR / 2)
    await compare({ action: "market.vote", market, outcomeId: 0, wallet: carol })
    await compare({ action: "market.vote", market, outcomeId: 0, wallet: dave })
    await wait(2 * HALF_HOUR)
    await compare({ action: "market.finalize", market, wallet: carol })
    await compare({ action: "market.redeem", market, wallet: dave })
    await compare({ action: "market.claimBounty", market, wallet: carol })
  })

  test("a vote is vetoed", async () => {
    const { token: market } = await markets.createMarket(bob)
    await catchUp(chain)
    await compare({ action: "market.buy", market, outcomeId: 0, amount: units(10), wallet: carol })
    const propose = { action: "market.propose", market, outcomeId: 1, wallet: alice }
    // The bond is approved exactly, and is enough.
    const { usdb } = chain.book
    const bond = (await readBond(market)) ?? 0n
    const { plan } = await quotePlan(actionInput.parse(propose))
    expect(plan.prepare(0n).approval?.amount).toBe(bond)
    const spare = (await readUsdb(alice)) - bond
    await chain.write(alice, usdb, erc20Abi, "transfer", [dave, spare])
    expect(await readUsdb(alice)).toBe(bond)
    await compare(propose)
    await chain.write(dave, usdb, erc20Abi, "transfer", [alice, spare])
    await compare({ action: "market.dispute", market, outcomeId: 0, wallet: bob })
    await wait(HALF_HOUR + 1)
    await compare({ action: "market.veto", market, outcomeId: 1, wallet: dave })
  })

  test("loans are taken, extended, increased, sold in part, repaid and claimed", async () => {
    const { token } = world
    const hub = { source: "hub", loanId: 1 }
    await compare({ action: "loan.take", token, amount: units(100), days: 30 })
    await compare({ action: "loan.take", token, amount: units(60), days: 10 })
    await compare({ action: "loan.extend", ...hub, days: 20 })
    const increased = await compare({ action: "loan.increase", ...hub, amount: units(11) })
    expect(feesOf(increased)).toEqual([["loan", true]])
    const sold = await compare({ action: "loan.sell", ...hub, percentage: 30 })
    expect(feesOf(sold)).toEqual(sold.built.quote.out.length > 0 ? [["trade", true]] : [])
    await compare({ action: "loan.repay", ...hub })
  })

  test("leverage is opened and closed", async () => {
    const { token } = world
    const risky = await compare({
      ...{ action: "leverage.open", token, amount: units(80), days: 20, wallet: alice },
    })
    expect(risky.built.quote.warnings.map(({ code }) => code)).toContain("LEVERAGE_RISK")
    const mixed = await compare({
      ...{ action: "leverage.open", token, amount: units(80), days: 20, wallet: alice },
      percentage: 40,
    })
    const bought = mixed.built.quote.out.map(({ asset }) => asset)
    expect(bought.sort()).toEqual([token, `${token}:position`])
    // Both are bounded by the slippage.
    const again = { action: "leverage.open", token, amount: units(80), days: 20, percentage: 40 }
    const { quote } = await quotePlan(actionInput.parse({ ...again, slippageBp: 100 }))
    for (const { amount, minAmount } of quote.out) {
      const least = (BigInt(`${amount}`) * 99n) / 100n
      expect(BigInt(`${minAmount}`) - least).toBeGreaterThanOrEqual(-1n)
      expect(BigInt(`${minAmount}`) - least).toBeLessThanOrEqual(2n)
    }
    const closing = { action: "leverage.close", loanId: 1, percentage: 50, wallet: alice }
    const closed = await compare(closing)
    expect(feesOf(closed)).toEqual(closed.built.quote.out.length > 0 ? [["trade", true]] : [])
    const tide = chain.book.mainToken
    const dear = await compare({
      action: "leverage.open",
      token: tide,
      amount: units(80),
      days: 20,
      wallet: alice,
    })
    expect(dear.built.quote.warnings.map(({ code }) => code)).toContain("HIGH_FEES")
  })

  test("TIDE is wrapped, locked, borrowed against, unlocked and unwrapped", async () => {
    await compare({ action: "vault.wrap", amount: units(40) })
    const bought = await compare({ action: "vault.wrap", amount: units(30), payWith: "usdb" })
    expect(feesOf(bought)).toEqual([["trade", true]])
    await compare({ action: "vault.lock", amount: units(30) })
    await compare({ action: "loan.take", source: "vault", amount: units(10), days: 30 })
    await compare({ action: "loan.increase", source: "vault", amount: units(2) })
    await compare({ action: "loan.repay", source: "vault" })
    await compare({ action: "vault.unlock", amount: units(5) })
    await compare({ action: "vault.unwrap", amount: units(10) })
    const sold = await compare({ action: "vault.unwrap", amount: units(10), receive: "usdb" })
    expect(feesOf(sold)).toEqual([["trade", true]])
    expect(sold.built.quote.impactBp).toBeGreaterThan(0)
  })

  test("schedules are made, changed, claimed and borrowed on", async () => {
    const { token } = world
    const create = { action: "vesting.create", token, amount: units(50), beneficiary: alice }
    const creation = await compare({ ...create, durationInDays: 20, timeUnit: 0 })
    const vestingId = await scheduleOf(creation.hashes)
    const unlockTime = Number(await blockTime()) + 2 * DAY
    await compare({ ...create, unlockTime, memo: "later" })
    await compare({ action: "vesting.add", vestingId, amount: units(5) })
    await wait(DAY)
    await compare({ action: "vesting.claim", vestingId })
    await compare({ action: "vesting.extend", vestingId, days: 5 })
    const borrowed = await compare({ action: "loan.take", source: "vesting", vestingId })
    expect(feesOf(borrowed)).toEqual([["loan", true]])
    await compare({ action: "loan.repay", source: "vesting", loanId: vestingId })
    const comparisons = [
      await compare({ action: "vesting.changeBeneficiary", vestingId, beneficiary: carol }),
      await compare({ action: "vesting.transferCreator", vestingId, creator: bob }),
    ]
    for (const { built } of comparisons) {
      expect(built.quote.warnings.map(({ code }) => code)).toContain("GIVES_AWAY")
    }
    // The new creator did so at once, and took the rest.
    expect(comparisons[1]?.built.quote.effect).toContain(
      "can name any beneficiary, also themselves",
    )
    await compare({ action: "vesting.changeBeneficiary", vestingId, beneficiary: bob, wallet: bob })
  })

  test("bets are placed and collected", async () => {
    const bet = { action: "updown.bet", asset: "btc", timeframe: "5m", amount: units(10) }
    const rounds = roundActions(chain)
    await rounds.setPrice("btc", 100)
    await rounds.cancel(alice, "btc", 0)
    const roundId = Number(await rounds.currentId("btc", 0))
    const first = await compare({ ...bet, side: "bull", wallet: alice })
    const { warnings, effect } = first.built.quote
    expect(warnings).toContainEqual(expect.objectContaining({ code: "NOTHING_TO_WIN" }))
    expect(effect).toMatch(/Betting on the round ends at \d{4}-.*Z\.$/)
    const second = await compare({ ...bet, side: "bear", wallet: bob })
    expect(second.built.quote.warnings).toEqual([])
    await rounds.passEnd("btc", 0, -30)
    const late = actionInput.parse({ ...bet, side: "bear", wallet: bob })
    expect((await quotePlan(late)).quote.blockers).toMatchObject([
      { message: expect.stringContaining("no more bets") },
    ])
    await rounds.passEnd("btc", 0, 5)
    await rounds.setPrice("btc", 120)
    await rounds.settle(bob, "btc", 0)
    await compare({ action: "updown.claim", asset: "btc", timeframe: 0, roundIds: [roundId] })
  })

  test("what an expired loan has left is claimed", async () => {
    await compare({ action: "loan.take", token: world.token, amount: units(70), days: 10 })
    const loanId = Number(await hubLoanCount())
    await wait(11 * DAY)
    await markets.send(bob, liquidation(loanId))
    await compare({ action: "loan.claim", loanId })
  })

  test("the faucet pays, an agent registers, an approval is taken back", async () => {
    await compare({ action: "faucet.claim", wallet: dave })
    const services = [{ name: "MCP", endpoint: "https://agent.example/mcp", version: "" }]
    await compare({ action: "agent.register", name: "Tern", services, wallet: dave })
    const { usdb, swap } = chain.book
    await compare({ action: "approve.revoke", token: usdb, spender: swap, wallet: dave })
    const bought = await compare({
      ...{ action: "token.buy", token: world.token, amount: units(9), wallet: dave },
    })
    expect(bought.built.transactions.map(({ kind }) => kind)).toEqual(["approve", "action"])
  })

  test("a token's risks, a market's end and few voters are warned of", async () => {
    const findings = [
      { level: "danger", sentence: "One wallet holds all." },
      { level: "ok", sentence: "Nothing." },
    ] as Parameters<typeof listTokenWarnings>[0]["findings"]
    const traded = { surgeRate: 0n, findings } as Parameters<typeof listTokenWarnings>[0]
    expect(listTokenWarnings(traded)).toEqual([
      { code: "TOKEN_RISK", message: "One wallet holds all." },
    ])
    const { token: open } = await markets.createMarket(bob)
    await catchUp(chain)
    const row = await findMarket(toAddress(open))
    if (!row) throw new Error("The market is not indexed")
    const codesAt = (kind: "public" | "private", secondsLeft: number) => {
      const endTime = new Date((1_000 + secondsLeft) * 1_000)
      const market = { ...row, kind, endTime } as Parameters<typeof listMarketWarnings>[0]
      return listMarketWarnings(market, 1_000n).map(({ code }) => code)
    }
    expect(codesAt("public", 600)).toEqual(["MARKET_ENDING"])
    expect(codesAt("public", 601)).toEqual([])
    expect(codesAt("public", 0)).toEqual(["MARKET_ENDING"])
    expect(codesAt("private", 601)).toEqual(["DECIDED_BY_FEW"])
  })

  test("every action was compared", () => {
    expect(actions.map(({ name }) => name).filter((name) => !done.has(name))).toEqual([])
  })
})

const hubLoanCount = async () =>
  BigInt(
    (await chain.call(
      "eth_call",
      encodeCall(toAddress(chain.book.loanHub), {
        abi: loanHubAbi,
        functionName: "userLoanCount",
        args: [alice],
      }),
      "latest",
    )) as string,
  )

const liquidation = (hubId: number) =>
  encodeCall(toAddress(chain.book.loanHub), {
    abi: loanHubAbi,
    functionName: "liquidate",
    args: [alice, BigInt(hubId)],
  })

async function blockTime() {
  const block = (await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: string }
  return BigInt(block.timestamp)
}

const logsOf = async (hashes: readonly `0x${string}`[]) =>
  (await Promise.all(hashes.map((hash) => chain.receipt(hash)))).flatMap(({ logs }) => logs)

const marketOf = async (hashes: readonly `0x${string}`[]) =>
  openedMarket(await logsOf(hashes), markets.transactions.contractOf(false))

async function scheduleOf(hashes: readonly `0x${string}`[]) {
  const log = (await logsOf(hashes)).find(({ address }) => address === chain.book.vesting)
  return Number(BigInt(log?.data.slice(0, 66) ?? "0x0"))
}
