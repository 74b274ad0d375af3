import { type Abi, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseUnits } from "viem"
import { describe, expect, test } from "vitest"
import { type Action, type Build, verifyBuild } from "@/sdk/src/client"
import { countUsdb } from "@/sdk/src/signing/spending"
import { at, book, SWAP, THIEF, TIDE, TOKEN, USDB, WALLET } from "./builds"

const MARKET = at("7")
const frame = { gas: "300000", maxFeePerGas: "1", maxPriorityFeePerGas: "1", chainId: 31337 }
const units = (text: string) => `${parseUnits(text, 18)}`

type Call = { to: string; abi: string; args: readonly unknown[]; approve?: [string, string] }

/** What a service builds: a call, and what it says of it. */
function build(action: Action, call: Call, said: Partial<Build["quote"]>): Build {
  const abi = parseAbi([call.abi]) as Abi
  const data = encodeFunctionData({ abi, args: [...call.args] })
  const common = { ...frame, value: "0", description: "" }
  const transactions: Build["transactions"] = [
    { ...common, kind: "action", to: call.to, data, nonce: 1 },
  ]
  if (call.approve) {
    const [token, amount] = call.approve
    const approval = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve", args: [call.to as Hex, BigInt(amount)] },
    })
    transactions.unshift({ ...common, kind: "approve", to: token, data: approval, nonce: 0 })
  }
  const calls = transactions.map(({ to, data }) => ({ to, data, value: "0x0" }))
  return {
    quote: {
      ...{ action: action.action, block: 1, validUntil: "", impactBp: 0, effect: "You get a lot." },
      ...{ in: [], gives: [], out: [], fees: [], route: [], warnings: [], blockers: [] },
      ...{ priceBefore: null, priceAfter: null, ...said },
    },
    transactions,
    calls: { version: "2.0.0", chainId: "0x7a69", from: WALLET, atomicRequired: true, calls },
    simulation: { ok: true, gasUsed: "1", changes: [], revert: null },
  }
}

const judge = (action: Action, call: Call, said: Partial<Build["quote"]>) => {
  const built = build(action, call, said)
  verifyBuild(built, { action, wallet: WALLET, book, maxNativeCost: 10n ** 18n })
  return countUsdb(action, built, book)
}

const flow = (asset: string, amount: string, usd = 0) => ({ asset, symbol: "?", amount, usd })
const got = (asset: string, amount: string, minAmount: string, usd = 0) => ({
  ...{ ...flow(asset, amount, usd), minAmount },
})
const unexpected = expect.objectContaining({ code: "UNEXPECTED_TRANSACTION" })

const hundred = units("100")
const buying: Action = { action: "token.buy", token: TOKEN, amount: hundred }
const buyFor = (least: bigint): Call => ({
  to: SWAP,
  abi: "function buyTokens(uint256 amount, uint256 minOut, address[] path, bool wrapTokens)",
  args: [BigInt(hundred), least, [USDB, TIDE, TOKEN], false],
  approve: [USDB, hundred],
})
const selling: Action = { action: "token.sell", token: TOKEN, amount: hundred }
const sellFor = (least: bigint): Call => ({
  to: SWAP,
  abi: "function sellTokens(uint256 amount, uint256 minOut, address[] path, bool swapToETH)",
  args: [BigInt(hundred), least, [TOKEN, TIDE, USDB], false],
  approve: [TOKEN, hundred],
})

describe("a service that lies gets no signature for", () => {
  test("a purchase with no least amount", () => {
    const lie = { out: [got(TOKEN, "1", "0")] }
    expect(() => judge(buying, buyFor(0n), lie)).toThrow(unexpected)
  })

  test("a least amount that is one of another asset", () => {
    const lie = { out: [got(USDB, hundred, units("99"), 100), got(THIEF, "0", "0")] }
    expect(() => judge(selling, sellFor(0n), lie)).toThrow(unexpected)
    const alone = { out: [got(THIEF, "7", "7")] }
    expect(() => judge(selling, sellFor(7n), alone)).toThrow(unexpected)
    const other = { out: [got(USDB, hundred, units("99"), 100), got(THIEF, "7", "7")] }
    expect(() => judge(selling, sellFor(7n), other)).toThrow(unexpected)
  })

  test("less than the caller wants, and for a call without a least amount where one is named", () => {
    const said = { out: [got(TOKEN, "100", "99")] }
    expect(judge({ ...buying, minOut: "99" }, buyFor(99n), said)).toMatchObject({ isWhole: true })
    expect(() => judge({ ...buying, minOut: "100" }, buyFor(99n), said)).toThrow(unexpected)
    const unwrapping: Action = { action: "vault.unwrap", amount: "5", minOut: "5" }
    const call = {
      to: book.staking,
      abi: "function sell(uint256 shares, bool claimUSDC, uint256 minUSDC)",
      args: [5n, false, 0n],
    }
    expect(() => judge(unwrapping, call, { out: [got(TIDE, "5", "5")] })).toThrow(unexpected)
  })

  test("wrapping with one wei as the least", () => {
    const wrapping: Action = { action: "vault.wrap", payWith: "usdb", amount: hundred }
    const wrap = (least: bigint): Call => ({
      ...{ ...buyFor(least), args: [BigInt(hundred), least, [USDB, TIDE], true] },
    })
    const said = { out: [got(book.staking, "1000", "990", 98)] }
    expect(() => judge(wrapping, wrap(1n), said)).toThrow(unexpected)
    expect(() => judge(wrapping, wrap(989n), said)).toThrow(unexpected)
    expect(judge(wrapping, wrap(995n), said)).toEqual({ usdb: BigInt(hundred), isWhole: true })
  })

  test("dollars that are none, and taking more than is named", () => {
    const out = [got(TOKEN, "100", "99")]
    const cheap = { in: [flow(USDB, hundred, 1)], out }
    expect(() => judge(buying, buyFor(99n), cheap)).toThrow(unexpected)
    const more = { in: [flow(USDB, units("101"), 101)], out }
    expect(() => judge(buying, buyFor(99n), more)).toThrow(unexpected)
  })
})

describe("what counts against the limits", () => {
  const list: Action = {
    ...{ action: "market.list", market: MARKET, outcomeId: 0 },
    ...{ amount: units("60"), pricePerShare: units("0.25") },
  }
  const listing: Call = {
    to: book.marketTrading,
    abi: "function listOrder(address,uint8,uint256,uint256)",
    args: [MARKET, 0, BigInt(units("60")), BigInt(units("0.25"))],
  }

  test("of shares that are offered: what they are worth in the pool, less what is asked", () => {
    const said = { gives: [flow(`${MARKET}:0`, units("60"), 30)] }
    expect(judge(list, listing, said)).toEqual({ usdb: BigInt(units("15.01")), isWhole: true })
    const fair = { gives: [flow(`${MARKET}:0`, units("60"), 12)] }
    expect(judge(list, listing, fair)).toEqual({ usdb: 0n, isWhole: true })
  })

  test.each([
    ["nothing", {}],
    ["no worth", { gives: [flow(`${MARKET}:0`, units("60"), 0)] }],
    ["fewer shares", { gives: [flow(`${MARKET}:0`, units("6"), 3)] }],
    ["another outcome", { gives: [flow(`${MARKET}:1`, units("60"), 30)] }],
  ])("is unknown where the service says %s of them", (_, said) => {
    expect(judge(list, listing, said)).toEqual({ usdb: 0n, isWhole: false })
  })

  test.each([
    ["vesting.changeBeneficiary", "changeBeneficiary", "beneficiary"],
    ["vesting.transferCreator", "transferCreatorRole", "creator"],
  ] as const)("of a schedule that changes hands: all of it (%s)", (name, functionName, field) => {
    const action = { action: name, vestingId: 7, [field]: THIEF } as Action
    const call: Call = {
      to: book.vesting,
      abi: `function ${functionName}(uint256,address)`,
      args: [7n, THIEF],
    }
    const said = { gives: [flow(TIDE, units("52"), 40)] }
    expect(judge(action, call, said)).toEqual({ usdb: BigInt(units("40.01")), isWhole: true })
    expect(judge(action, call, {})).toMatchObject({ isWhole: false })
  })

  test("of tokens that are vested for somebody: their worth, which nobody may call nothing", () => {
    const action: Action = {
      ...{ action: "vesting.create", token: TOKEN, beneficiary: THIEF, amount: hundred },
      unlockTime: 1_900_000_000,
    }
    const call: Call = {
      to: book.vesting,
      abi: "function createCliffVesting(address,address,uint256,uint256,string,address)",
      args: [THIEF, TOKEN, BigInt(hundred), 1_900_000_000n, "", TIDE],
      approve: [TOKEN, hundred],
    }
    expect(judge(action, call, { in: [flow(TOKEN, hundred, 0)] })).toMatchObject({ isWhole: false })
    expect(judge(action, call, { in: [flow(TOKEN, hundred, 3)] })).toEqual({
      ...{ usdb: BigInt(units("3.01")), isWhole: true },
    })
  })

  test("of a sale: what the slippage may take", () => {
    const least = units("97")
    const said = { out: [got(USDB, hundred, least, 100)] }
    const sale: Action = { ...selling, slippageBp: 300 }
    expect(judge(sale, sellFor(BigInt(least)), said)).toEqual({
      ...{ usdb: BigInt(units("3")), isWhole: true },
    })
  })

  test("of a bond: what the quote takes, and unknown where it takes nothing", () => {
    const action: Action = { action: "market.propose", market: MARKET, outcomeId: 1 }
    const call: Call = {
      to: book.resolver,
      abi: "function proposeOutcome(address,uint8)",
      args: [MARKET, 1],
    }
    expect(judge(action, call, {})).toEqual({ usdb: 0n, isWhole: false })
    expect(judge(action, call, { in: [flow(USDB, units("5"), 5)] })).toEqual({
      ...{ usdb: BigInt(units("5")), isWhole: true },
    })
    const approve = (amount: string): Call => ({ ...call, approve: [USDB, amount] })
    const said = { in: [flow(USDB, units("5"), 5)] }
    expect(() => judge(action, approve(`${BigInt(units("5")) + 1n}`), said)).toThrow(unexpected)
    expect(judge(action, approve(units("5")), said)).toMatchObject({ isWhole: true })
  })

  test("of a refinanced loan: its fee, which is approved although the loan pays out more", () => {
    const action: Action = { action: "loan.extend", loanId: 3, days: 10, refinance: true }
    const call: Call = {
      to: book.loanHub,
      abi: "function extendLoan(uint256,uint256,bool,bool)",
      args: [3n, 10n, true, true],
      approve: [USDB, units("2")],
    }
    const fees = [{ kind: "extension" as const, ...flow(USDB, units("2"), 2) }]
    const said = { out: [got(USDB, units("30"), units("30"), 30)], fees }
    expect(judge(action, call, said)).toEqual({ usdb: BigInt(units("2")), isWhole: true })
    expect(() => judge(action, call, { ...said, fees: [] })).toThrow(unexpected)
  })
})
