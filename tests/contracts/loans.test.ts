/** @module-tag long */
import { type Abi, type Address, createPublicClient, encodeFunctionData, maxUint256 } from "viem"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { leverageSimulatorAbi } from "@/lib/chain/generated/LeverageSimulator"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { type LeverageQuote, quoteMixed } from "@/lib/loans/leverage-math"
import {
  collateralValue,
  type Loan,
  type LoanRoute,
  leastCollateral,
  loanValue,
  quoteExtension,
  quoteIncrease,
  quoteLiquidation,
  quoteLoan,
  quotePartialSale,
  withFloor,
} from "@/lib/loans/math"
import { readPosition } from "@/lib/loans/onchain"
import { valuePosition } from "@/lib/loans/position-value"
import { type Pool, scaledReserve0 } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { alice, bob, carol, startChain, type TestChain } from "@/tests/helpers/chain"
import { LONG_TEST_MS, runs } from "@/tests/helpers/deep"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, randomNumbers } from "./cases"

const MULTIPLIERS = [1n, 20n, 50n, 77n, 90n, 100n]
const ROUNDS = runs(4, 30)
const STEPS = 5
const STEP_NAMES = [
  ...["take", "increase", "extend", "refuse", "sell", "repay", "liquidate"],
  ...["open", "close"],
]
const DAY = 86_400n

type Tracked = { id: bigint; loan: Loan; isLeverage?: boolean }

let chain: TestChain
let reader: ReturnType<typeof createReader>
let main: Address
let hub: Address
let tokens: Address[]
const open = new Map<Address, Tracked[]>()
const positions = new Map<Address, Tracked[]>()
const done: Record<string, number> = {}

beforeAll(async () => {
  chain = await startChain()
  // A surge tax falls with time, so quote and transaction must have the same timestamp.
  await chain.call("anvil_setBlockTimestampInterval", 0)
  reader = createReader()
  main = toAddress(chain.book.mainToken)
  hub = toAddress(chain.book.loanHub)
  tokens = [main]
  for (const multiplier of MULTIPLIERS) {
    const { token } = await chain.launch(carol, { symbol: `T${multiplier}`, multiplier })
    tokens.push(toAddress(token))
  }
  for (const token of [...tokens, chain.book.usdb]) {
    await chain.write(alice, token, usdbAbi, "approve", [hub, maxUint256])
  }
  await chain.surge(carol, tokens[1] ?? main, [1_400n, 200n], 604_800n)
})

afterAll(() => chain?.stop())

test(
  "the loan book computes like lib/loans/math, to the wei, in random histories",
  async () => {
    const random = randomNumbers("loans")
    for (let round = 0; round < ROUNDS; round++) {
      for (const token of tokens) {
        await trade(token, random)
        for (let step = 0; step < STEPS; step++) await changeLoans(token, random)
        await openPosition(token, random)
        await closePosition(token, random)
        await compareLent()
      }
      await passTime(random(20n * DAY))
    }
    // Everything was compared, and often.
    for (const step of STEP_NAMES) expect(done[step], step).toBeGreaterThan(ROUNDS / 2)
  },
  LONG_TEST_MS,
)

type Opening = { amount: bigint; days: bigint; quote: LeverageQuote; before: LoanRoute }

type Random = (below: bigint) => bigint

async function passTime(seconds: bigint) {
  await chain.call("evm_setNextBlockTimestamp", Number((await now()) + seconds))
  await chain.mine()
}

/** A purchase or a sale of somebody else, and enough tokens for a loan. */
async function trade(token: Address, random: Random) {
  for (const wallet of [alice, bob]) {
    const amount = WAD * 20n + anyAmount(random, 3_000n * WAD)
    await chain.write(wallet, chain.book.swap, swapAbi, "buyTokens", [
      amount,
      0n,
      buyPath(token),
      false,
    ])
  }
  if (random(2n) === 0n) await chain.sell(bob, token, 1n + random(3n))
}

async function changeLoans(token: Address, random: Random) {
  const loans = open.get(token) ?? []
  open.set(token, loans)
  const time = await now()
  const expired = loans.find(({ loan }) => loan.liquidationTime <= time)
  if (expired && random(2n) === 0n) return liquidate(token, expired)
  const picked = loans[Number(random(BigInt(Math.max(loans.length, 1))))]
  if (!picked || loans.length < 3) return take(token, random)
  const steps = [extend, extend, increase, sell, repay]
  const step = steps[Number(random(BigInt(steps.length)))] ?? sell
  return step(token, picked, random)
}

async function take(token: Address, random: Random) {
  const route = await routeOf(token)
  const collateral = await partOfBalance(token, random)
  const days = 10n + random(30n)
  await compareValues(token, route, collateral)
  const quote = quoteLoan(route, collateral, { days, now: await now() })
  if (!quote.isPossible) return
  const paid = await received(() => hubCall("takeLoan", [main, token, collateral, days]))
  expect(paid).toBe(quote.payout)
  const id = await read<bigint>(hub, loanHubAbi, "userLoanCount", [alice])
  open.get(token)?.push({ id, loan: quote.loan })
  await compare("take", token, quote.after, { id, loan: quote.loan })
}

async function increase(token: Address, tracked: Tracked, random: Random) {
  const route = await routeOf(token)
  const added = anyAmount(random, (await balanceOf(token, alice)) / 3n)
  const quote = quoteIncrease(route, tracked.loan, { added, now: await now() })
  if (!quote) return expectRefusal(() => hubCall("increaseLoan", [tracked.id, added]))
  const paid = await received(() => hubCall("increaseLoan", [tracked.id, added]))
  expect(paid).toBe(quote.payout)
  tracked.loan = quote.loan
  await compare("increase", token, quote.after, tracked)
}

async function extend(token: Address, tracked: Tracked, random: Random) {
  const route = await routeOf(token)
  const addDays = [0n, 5n, 10n, 10n + random(60n)][Number(random(4n))] ?? 0n
  const [payInUsdb, refinance] = [random(2n) === 0n, random(2n) === 0n]
  const terms = { addDays, payInUsdb, refinance, now: await now() }
  const quote = quoteExtension(route, tracked.loan, terms)
  const eligibility = await read<[boolean, bigint, bigint]>(
    main,
    mainTokenAbi,
    "ExtensionEligibility",
    [hub, await coreId(tracked.id), addDays, false, payInUsdb, refinance],
  )
  expect(eligibility).toEqual(quote ? [true, quote.fee, quote.payout] : [false, 0n, 0n])
  const args = [tracked.id, addDays, payInUsdb, refinance]
  if (!quote) return expectRefusal(() => hubCall("extendLoan", args))
  const paid = await received(() => hubCall("extendLoan", args))
  expect(paid).toBe(quote.payout - (payInUsdb ? quote.fee : 0n))
  tracked.loan = quote.loan
  await compare("extend", token, quote.after, tracked)
}

async function sell(token: Address, tracked: Tracked, random: Random) {
  const route = await routeOf(token)
  const percentage = 10n * (1n + random(10n))
  const quote = quotePartialSale(route, tracked.loan, percentage)
  const args = [tracked.id, percentage, false, 0n]
  if (!quote) return expectRefusal(() => hubCall("hubPartialLoanSell", args))
  const amounts = await read<bigint[]>(main, mainTokenAbi, "getPartialLoanSellAmounts", [
    await coreId(tracked.id),
    hub,
    percentage,
    false,
  ])
  const burned = token === main ? [quote.burned, 0n] : [quote.burnedTide, quote.burned]
  expect(amounts).toEqual([...burned, quote.residual])
  const paid = await received(() => hubCall("hubPartialLoanSell", args))
  expect(paid).toBe(quote.payout)
  if (quote.loan) tracked.loan = quote.loan
  else close(token, tracked)
  await compare("sell", token, quote.after, quote.loan ? tracked : null)
}

async function repay(token: Address, tracked: Tracked) {
  const route = await routeOf(token)
  const paid = await received(() => hubCall("repayLoan", [tracked.id]))
  expect(paid).toBe(-tracked.loan.debt)
  close(token, tracked)
  await compare("repay", token, route, null)
}

async function liquidate(token: Address, tracked: Tracked) {
  const route = await routeOf(token)
  const quote = quoteLiquidation(route, tracked.loan)
  const before = await balanceOf(token, bob)
  await chain.write(bob, hub, loanHubAbi, "liquidate", [alice, tracked.id])
  expect((await balanceOf(token, bob)) - before).toBe(quote.liquidatorPart)
  close(token, tracked)
  const { liquidatedAmount, liquidationClaim } = await detailsOf(tracked.id)
  expect([liquidatedAmount, liquidationClaim]).toEqual([quote.burned, quote.claim])
  await compare("liquidate", token, quote.after, null)
}

async function openPosition(token: Address, random: Random) {
  const route = await routeOf(token)
  const amount = WAD / 2n + anyAmount(random, 2_000n * WAD)
  const days = 1n + random(60n)
  const percentage = random(2n) === 0n ? 100n : 1n + random(99n)
  const quote = quoteMixed(route, amount, { days, now: await now(), percentage })
  if (percentage === 100n) await compareSimulation(token, { amount, days, quote, before: route })
  const path = buyPath(token)
  const buy = () =>
    percentage === 100n
      ? swapCall("leverageBuy", [amount, quote.position.collateral, path, days])
      : swapCall("mixedBuy", [
          ...[amount, quote.position.collateral, quote.tokens, path, days, percentage],
        ])
  if (!quote.isPossible) return expectRefusal(buy)
  const held = await balanceOf(token, alice)
  expect(await received(buy)).toBe(-quote.spent)
  expect((await balanceOf(token, alice)) - held).toBe(quote.tokens)
  const id = await read<bigint>(main, mainTokenAbi, "leverageCount", [alice])
  const tracked = { id, loan: quote.position, isLeverage: true }
  positions.set(token, [...(positions.get(token) ?? []), tracked])
  const { leverage: details } = await positionOf(id)
  const beside = amount - (amount * percentage) / 100n
  expect(details).toEqual({ leverageBuyAmount: quote.spent - beside, cashedOut: 0n })
  await compare("open", token, quote.after, tracked)
}

async function compareSimulation(token: Address, opening: Opening) {
  const { amount, days, quote, before } = opening
  const { tide, token: pool } = quote.after
  const name = token === main ? "simulateLeverage" : "simulateLeverageFactory"
  const simulator = toAddress(chain.book.leverage)
  const args = [amount, buyPath(token), days]
  const { position, loanFee, tradeTax, loanTax, spent } = quote
  expect(await read(simulator, leverageSimulatorAbi, name, args)).toEqual({
    newXeReserve0: scaledReserve0(tide) / 100n,
    newXeReserve1: tide.reserve1,
    newReserve0: scaledReserve0(pool ?? tide) / 100n,
    newReserve1: (pool ?? tide).reserve1,
    totalRepay: position.debt,
    totalBorrowed: position.borrowed,
    totalColleteral: position.collateral,
    totalFees: tradeTax + loanFee,
    realLiquidity: spent - tradeTax - loanTax,
    xeAdded: tide.supply - before.tide.supply,
    usdcAdded: tide.reserve1 - before.tide.reserve1,
    tokenAdded: position.collateral,
  })
}

/** A sale of a part of the oldest position, or its liquidation. */
async function closePosition(token: Address, random: Random) {
  const tracked = positions.get(token)?.[0]
  if (!tracked) return
  const route = await routeOf(token)
  if (tracked.loan.liquidationTime <= (await now())) {
    await chain.write(bob, main, mainTokenAbi, "LiquidateLoan", [tracked.id, alice, true])
    positions.set(token, positions.get(token)?.slice(1) ?? [])
    const quote = quoteLiquidation(route, tracked.loan)
    return compare("close", token, quote.after, null)
  }
  await compareValue(tracked, route)
  const percentage = 10n * (1n + random(10n))
  const quote = quotePartialSale(route, tracked.loan, percentage)
  const args = [tracked.id, percentage, true, 0n]
  if (!quote) return expectRefusal(() => swapCall("partialLoanSell", args))
  expect(await received(() => swapCall("partialLoanSell", args))).toBe(quote.payout)
  if (quote.loan) tracked.loan = quote.loan
  else positions.set(token, positions.get(token)?.slice(1) ?? [])
  await compare("close", token, quote.after, quote.loan ? tracked : null)
}

/** What closing a position pays is known without the TIDE that its token's pool has lent. */
async function compareValue({ id }: Tracked, route: LoanRoute) {
  const position = await readPosition(reader, { mainToken: main }, { trader: alice, id })
  const { result } = await reader.simulateContract({
    account: alice,
    address: toAddress(chain.book.swap),
    abi: swapAbi,
    functionName: "partialLoanSell",
    args: [id, 100n, true, 0n],
    gas: 9_000_000n,
  })
  const value = valuePosition(route, position)
  expect(value.bySale).toBe(result)
  expect(value.profit).toBe(position.cashedOut + value.closing - position.spent)
  expect(value.closing).toBeGreaterThanOrEqual(result)
}

/** The pools, and the loan when it is still open, are what the twin says. */
async function compare(step: string, token: Address, after: LoanRoute, tracked: Tracked | null) {
  const { taxBasisPoints: _, ...pools } = await routeOf(token)
  expect(pools, step).toEqual({ tide: after.tide, token: after.token })
  if (tracked) {
    const { loan } = tracked
    const stored = tracked.isLeverage ? positionOf(tracked.id) : detailsOf(tracked.id)
    expect(await stored, step).toMatchObject({
      collateralAmount: loan.collateral,
      fullAmount: loan.debt,
      borrowedAmount: loan.borrowed,
      liquidationTime: loan.liquidationTime,
      active: true,
    })
  }
  done[step] = (done[step] ?? 0) + 1
}

/** What all loans have taken out of each pool; the TIDE behind a token's loan is told by nothing else. */
async function compareLent() {
  const all = [...open.values(), ...positions.values()].flat()
  const debts = all.reduce((sum, { loan }) => sum + loan.debt, 0n)
  expect(await read(main, mainTokenAbi, "lent", [])).toBe(debts)
  for (const token of tokens.slice(1)) {
    const loans = all.filter(
      (one) => open.get(token)?.includes(one) || positions.get(token)?.includes(one),
    )
    const lent = loans.reduce((sum, { loan }) => sum + loan.tideCollateral, 0n)
    expect(await read(token, factoryTokenAbi, "lent", [])).toBe(lent)
  }
}

async function compareValues(token: Address, route: LoanRoute, amount: bigint) {
  const { debt } = loanValue(route, amount)
  expect(await read(main, mainTokenAbi, "getColleteralValue", [amount, token])).toBe(debt)
  const pool = route.token ?? withFloor(route.tide)
  const value = collateralValue(pool, amount)
  expect(await read(token, factoryTokenAbi, "collateralValue", [amount])).toBe(value)
  const least = leastCollateral(pool, value)
  expect(await read(token, factoryTokenAbi, "collateralFor", [value])).toBe(least)
}

async function expectRefusal(send: () => Promise<unknown>) {
  await expect(send()).rejects.toThrow("reverted")
  done.refuse = (done.refuse ?? 0) + 1
}

function close(token: Address, tracked: Tracked) {
  open.set(token, open.get(token)?.filter((other) => other !== tracked) ?? [])
}

const hubCall = (functionName: string, args: unknown[]) =>
  chain.write(alice, hub, loanHubAbi, functionName, args)

/** Leverage needs more gas than other transactions of these tests are given. */
async function swapCall(functionName: string, args: unknown[]) {
  const data = encodeFunctionData({ abi: swapAbi as Abi, functionName, args })
  const { status } = await chain.send(alice, chain.book.swap, data, 9_000_000)
  if (status !== "0x1") throw new Error(`${functionName} reverted`)
}

const buyPath = (token: Address) => {
  const path = [toAddress(chain.book.usdb), main]
  return token === main ? path : [...path, token]
}

/** USDB that a transaction brings alice. */
async function received(send: () => Promise<unknown>) {
  const usdb = toAddress(chain.book.usdb)
  const before = await balanceOf(usdb, alice)
  await send()
  return (await balanceOf(usdb, alice)) - before
}

async function partOfBalance(token: Address, random: Random) {
  return (await balanceOf(token, alice)) / (4n + random(40n)) + random(WAD / 100n)
}

const balanceOf = (token: Address, wallet: Address) =>
  read<bigint>(token, usdbAbi, "balanceOf", [wallet])

async function now() {
  const { timestamp } = await reader.getBlock()
  return timestamp
}

const positionOf = (id: bigint) =>
  reader.readContract({
    address: main,
    abi: mainTokenAbi,
    functionName: "leverages",
    args: [alice, id],
  })

async function coreId(hubId: bigint) {
  return (await detailsOf(hubId)).coreLoanId
}

const detailsOf = (hubId: bigint) =>
  reader.readContract({
    address: hub,
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [alice, hubId],
  })

async function routeOf(token: Address): Promise<LoanRoute> {
  const taxBasisPoints = await read<bigint>(toAddress(chain.book.taxes), taxesAbi, "getTaxRate", [
    token,
    alice,
  ])
  const tide = await poolOf(main)
  if (token === main) return { tide, token: null, taxBasisPoints }
  const [pool, floor] = await Promise.all([
    poolOf(token),
    read<bigint>(token, factoryTokenAbi, "calculateTokenFloor", []),
  ])
  return { tide, token: { ...pool, floor }, taxBasisPoints }
}

async function poolOf(address: Address): Promise<Pool> {
  const view = (name: string) => read<bigint>(address, factoryTokenAbi, name, [])
  const [base0, reserve1, supply, multiplier] = await Promise.all([
    view("baseReserve0"),
    view("reserve1"),
    view("totalSupply"),
    view("hybridMultiplier"),
  ])
  return { base0, reserve1, supply, multiplier }
}

function read<Answer>(address: Address, abi: Abi, functionName: string, args: readonly unknown[]) {
  return reader.readContract({ address, abi, functionName, args }) as Promise<Answer>
}

/** Sends calls in one request, so that all read the same block. */
function createReader() {
  return createPublicClient({
    chain: foundry,
    cacheTime: 0,
    pollingInterval: 5,
    transport: nodeTransport(chain.url),
  })
}
