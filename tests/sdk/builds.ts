import {
  type AbiFunction,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
} from "viem"
import { type Action, type AddressBook, actionFields, type Build } from "@/sdk/src/client"
import { type Expected, type ExpectedCall, matches } from "@/sdk/src/verification/expected-call"
import { listExpectedCalls } from "@/sdk/src/verification/expected-calls"
import { fc } from "@/tests/helpers/property"

export const at = (digit: string) => `0x${digit.repeat(40)}`
const [USDB = "", TIDE = "", SWAP = "", TOKEN = "", THIEF = ""] = ["1", "2", "3", "4", "5"].map(at)

export { SWAP, THIEF, TIDE, TOKEN, USDB }

const contracts = [
  ...["factory", "marketTrading", "loanHub", "vesting", "staking", "resolver"],
  ...["privateMarket", "reader", "leverage", "taxes", "identityRegistry", "reputationRegistry"],
]

const ofAssets = (digits: string) => {
  const [btc = "", eth = "", bnb = "", cake = "", doge = ""] = [...digits].map(at)
  return { btc, eth, bnb, cake, doge }
}

/** Every contract has an address of its own. */
export const book = {
  ...Object.fromEntries(contracts.map((name, place) => [name, `0x${`${place + 10}`.repeat(20)}`])),
  ...{ usdb: USDB, mainToken: TIDE, swap: SWAP, chainId: 31337, startBlock: 0 },
  ...{ upDown: ofAssets("abcde"), priceFeeds: ofAssets("67890") },
} as AddressBook

export const WALLET = at("9")

const MIXED_CASE = getAddress(`0x${"abcd".repeat(10)}`)

type Field = Readonly<Record<string, unknown>>

/** A value of a field of an action, as the document describes it. */
function sampleField({ type, pattern, items, properties, ...field }: Field): fc.Arbitrary<unknown> {
  if (Array.isArray(field.anyOf)) return fc.oneof(...field.anyOf.map(sampleField))
  if (Array.isArray(field.enum)) return fc.constantFrom(...field.enum)
  if (type === "boolean") return fc.boolean()
  if (type === "integer") return fc.integer({ min: 0, max: 120 })
  if (type === "array") return fc.array(sampleField(items as Field), { minLength: 1, maxLength: 3 })
  if (type === "object") {
    const entries = Object.entries(properties as Record<string, Field>)
    return fc.record(Object.fromEntries(entries.map(([name, each]) => [name, sampleField(each)])))
  }
  if (`${pattern}`.includes("{40}")) return fc.constantFrom(TIDE, TOKEN, MIXED_CASE)
  if (/\[0-9\]|\\d/.test(`${pattern}`))
    return fc.bigInt({ min: 6_000n, max: 10n ** 24n }).map(String)
  return fc.constantFrom("Kelp", "15m", "a  b", "é\u200bü", "Żółw\u2028?")
}

/** Any action of a name; fields that may be left out sometimes are. */
export function actionOf(name: Action["action"]): fc.Arbitrary<Action> {
  const { fields, required } = actionFields[name]
  const values = Object.entries(fields).map(([each, field]) => [each, sampleField(field)])
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(values)
  return fc.record(model, { requiredKeys: [...required] }).map(({ minOut, ...rest }) => {
    // What is built gives this or more, unless it is one more.
    const least = minOut && rest.slippageBp === undefined ? { minOut: toLeast(`${minOut}`) } : {}
    return { ...rest, ...least, action: name, wallet: WALLET } as Action
  })
}

const toLeast = (digits: string) => `${QUOTED.minAmount + (BigInt(digits) % 3n) - 1n}`

const QUOTED = { amount: 10n ** 20n, minAmount: 99n * 10n ** 18n }

const flow = (asset: string, amount: string, usd = 0) => ({ asset, symbol: "?", amount, usd })

/** What an honest service says of an action, with every asset that one may take, give away or receive. */
function quote(action: Action): Build["quote"] {
  const fields: Field = { side: "bull", ...action }
  const shares = `${fields.market}:${fields.outcomeId}`.toLowerCase()
  const timeframe = { "15m": 1 }[`${fields.timeframe}`] ?? fields.timeframe
  const rounds = Object.entries(book.upDown).find(([asset]) => asset === fields.asset)?.[1]
  const tokens = [...new Set([TOKEN, TIDE, MIXED_CASE.toLowerCase(), book.staking, shares])]
  const received = [...tokens, `${rounds}:${timeframe}:7:${fields.side}`].map((asset) =>
    flow(asset, `${QUOTED.amount}`, 3.21),
  )
  const gives = tokens.map((asset) => flow(asset, `${fields.amount ?? 1}`, 12.345))
  return {
    ...{ action: action.action, block: 1, validUntil: "", impactBp: 0, effect: "" },
    in: [flow(USDB, "5000"), ...gives],
    gives,
    out: [flow(USDB, `${QUOTED.amount}`, 100), ...received].map((each) => ({
      ...each,
      minAmount: `${QUOTED.minAmount}`,
    })),
    fees: [{ kind: "loan", ...flow(USDB, "700") }],
    ...{ priceBefore: null, priceAfter: null, route: [], warnings: [], blockers: [] },
  }
}

const cardOf = (action: Action) => {
  const { name, description, image, services } = {
    description: "",
    services: [],
    ...action,
  } as Field
  const card = JSON.stringify({ name, description, image, services })
  return `data:application/json;base64,${Buffer.from(card).toString("base64")}`
}

/** An argument that is what the rules expect; undefined where none is found. */
function satisfy(expected: Expected, type: string, action: Action): unknown {
  if (typeof expected === "object") {
    const inner = type.slice(0, -2)
    return expected.map((each) => satisfy(each, inner, action))
  }
  const values = Object.values(action).flatMap((each) => (Array.isArray(each) ? each : [each]))
  const texts = values.filter((each) => typeof each === "string")
  const tries: readonly unknown[] =
    typeof expected !== "function"
      ? [expected]
      : type === "string"
        ? [...texts, cardOf(action)]
        : type.endsWith("[]")
          ? [[1n, 2n]]
          : [QUOTED.minAmount, 7n]
  const match = tries.find((each) => matches(expected, each, quote(action), 100))
  if (!type.startsWith("uint") || type.endsWith("[]")) return match
  return /^\d+$/.test(`${match}`) ? BigInt(`${match}`) : undefined
}

const frame = {
  ...{ value: "0", gas: "100000", maxFeePerGas: "2", maxPriorityFeePerGas: "1" },
  ...{ chainId: 31337, description: "" },
}

const approve = (spender: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender as Hex, amount] })

const abiOf = ({ signature }: ExpectedCall) => parseAbi([signature]) as unknown as [AbiFunction]

export type Honest = { build: Build; call: ExpectedCall; args: readonly unknown[] }

/** What an honest service builds for an action: one build for each call that does it. */
export function buildHonestly(action: Action): Honest[] {
  return listExpectedCalls(action, book).flatMap((call) => {
    const [{ inputs }] = abiOf(call)
    const args = inputs.map(({ type }, place) => satisfy(call.args[place] ?? 0, type, action))
    const [to] = call.to
    if (args.flat().includes(undefined) || typeof to !== "string") return []
    const data = encodeFunctionData({ abi: abiOf(call), args })
    const steps: Build["transactions"] = [{ kind: "action", to, data, nonce: 5, ...frame }]
    if (call.approval) {
      const { token, amount } = call.approval
      const approved = amount === null ? 5_000n : BigInt(`${amount}`)
      const asset = typeof token === "string" ? token : TOKEN
      steps.unshift({ kind: "approve", to: asset, data: approve(to, approved), nonce: 4, ...frame })
    }
    return [{ build: withCalls({ quote: quote(action), transactions: steps }), call, args }]
  })
}

/** The same calls for wallet_sendCalls. */
const withCalls = ({ quote, transactions }: Pick<Build, "quote" | "transactions">): Build => ({
  ...{ quote, transactions },
  calls: {
    ...{ version: "2.0.0", chainId: "0x7a69", from: WALLET, atomicRequired: true },
    calls: transactions.map(({ to, data, value }) => ({
      ...{ to, data, value: `0x${BigInt(value).toString(16)}` },
    })),
  },
  simulation: { ok: true, gasUsed: "1", changes: [], revert: null },
})

function alter(argument: unknown): unknown {
  if (typeof argument === "boolean") return !argument
  if (typeof argument === "bigint" || typeof argument === "number") return BigInt(argument) + 1n
  if (Array.isArray(argument)) return [...argument, argument[0]]
  return /^0x/.test(`${argument}`) ? THIEF : `${argument}x`
}

/** Quotes in which one number, or what it is a number of, is wrong. */
function listLies({ in: taken, out }: Build["quote"]): Partial<Build["quote"]>[] {
  return [
    { out: out.map((each) => ({ ...each, amount: "1", minAmount: "0" })) },
    { out: out.map((each) => ({ ...each, asset: THIEF })) },
    { out: [...out, ...out] },
    { out: out.map((each) => ({ ...each, usd: 98 })) },
    { in: taken.map((each) => ({ ...each, usd: 0 })) },
    { in: taken.map((each) => ({ ...each, amount: `${10n ** 30n}` })) },
    { in: [] },
    { gives: [] },
    { fees: [] },
  ]
}

/** Builds that differ from an honest one in one thing; most of them must not be signed. */
export function listVariants({ build, call, args }: Honest): Build[] {
  const { quote, transactions } = build
  const last = transactions.length - 1
  const change = (place: number, fields: Partial<Build["transactions"][number]>) =>
    withCalls({
      quote,
      transactions: transactions.map((each, at) => (at === place ? { ...each, ...fields } : each)),
    })
  const out = quote.out.map((each) => ({ ...each, minAmount: `${QUOTED.minAmount - 1n}` }))
  return [
    ...args.map((argument, place) =>
      change(last, {
        data: encodeFunctionData({
          abi: abiOf(call),
          args: args.map((each, at) => (at === place ? alter(argument) : each)),
        }),
      }),
    ),
    change(last, { to: THIEF }),
    change(last, { to: at("0") }),
    change(last, { value: "1" }),
    change(last, { chainId: 1 }),
    change(last, { nonce: 9 }),
    change(last, { gas: `${10n ** 18n}` }),
    change(last, { maxPriorityFeePerGas: "3" }),
    change(last, { data: transactions[last]?.data.slice(0, -64) ?? "" }),
    change(0, { data: approve(THIEF, 1n) }),
    change(0, { data: approve(transactions[last]?.to ?? "", 10n ** 30n) }),
    change(0, { to: THIEF }),
    change(0, { value: "1" }),
    withCalls({ quote, transactions: transactions.slice(-1) }),
    withCalls({ quote, transactions: [...transactions, ...transactions] }),
    withCalls({ quote: { ...quote, action: "vault.fly" }, transactions }),
    withCalls({ quote: { ...quote, out }, transactions }),
    ...listLies(quote).map((lie) => withCalls({ quote: { ...quote, ...lie }, transactions })),
    { ...build, calls: { ...build.calls, from: THIEF } },
    { ...build, calls: { ...build.calls, chainId: "0x1" } },
    { ...build, calls: { ...build.calls, calls: [] } },
  ]
}
