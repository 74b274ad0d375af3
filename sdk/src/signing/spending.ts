import { decodeFunctionData, erc20Abi } from "viem"
import type { Action, AddressBook, Build, Quote } from "../client/types"
import { isSameAddress, matches } from "../verification/expected-call"
import { findRule, meets, readAmount, toAsset, withDefaults } from "../verification/expected-calls"
import type { Observation } from "../verification/own-node"
import type { ActionRule, Fields, GivenRule } from "../verification/rules/rule"

/** The amount that an action takes from the wallet, in USDB; null if it is unknown. */
export type Counted = {
  usdb: bigint
  /** False if something else of unknown worth also leaves the wallet. */
  isWhole: boolean
}

type Flow = Quote["in"][number]
type Rule = ActionRule<Fields>

type Counting = { rule: Rule; fields: Fields; build: Build; book: AddressBook }

const CENT = 10n ** 16n
const WAD = 10n ** 18n

/**
 * The amount that an action takes: the highest of the USDB that it names, that is approved, that the quote takes or
 * that an own node saw leave; plus the worth of other assets that it gives away; what the slippage of a sale may take;
 * fees of loans.
 */
export function countUsdb(
  action: Action,
  build: Build,
  book: AddressBook,
  observed: Observation | null = null,
): Counted {
  const rule = findRule(action)
  if (!rule) return { usdb: 0n, isWhole: false }
  const fields = withDefaults(rule, action)
  const counting = { rule, fields, build, book }
  const taken = sumUsdb(build.quote.in, book)
  const paid = highest(
    namedUsdb(rule, fields),
    taken,
    approvedUsdb(build, book),
    observed?.taken ?? 0n,
  )
  const worthGiven = rule.gives ? countGiven(rule.gives, counting, observed) : 0n
  const fees = rule.paysFees ? sumUsdb(build.quote.fees, book) : 0n
  const isTold = !rule.takesUsdb || taken > 0n || (observed?.taken ?? 0n) > 0n
  return {
    usdb: highest(paid, worthGiven ?? 0n, fees) + slippageOf(counting),
    isWhole: isTold && worthGiven !== null,
  }
}

const highest = (...amounts: bigint[]) => amounts.reduce((a, b) => (a > b ? a : b), 0n)

const sumUsdb = (flows: readonly Pick<Flow, "asset" | "amount">[], { usdb }: AddressBook) =>
  flows
    .filter(({ asset }) => isSameAddress(asset, usdb))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** The USDB that the action itself names. */
const namedUsdb = ({ usdb }: Rule, fields: Fields): bigint =>
  usdb && meets(usdb.when, fields) ? BigInt(`${fields[usdb.field]}`) : 0n

const approvedUsdb = ({ transactions }: Build, { usdb }: AddressBook) =>
  transactions
    .filter(({ kind, to }) => kind === "approve" && isSameAddress(to, usdb))
    .reduce((sum, { data }) => sum + approvedAmount(data), 0n)

function approvedAmount(data: string): bigint {
  const { args } = decodeFunctionData({ abi: erc20Abi, data: `0x${data.slice(2)}` })
  return typeof args?.[1] === "bigint" ? args[1] : 0n
}

/** The worth of the assets given away, by an own node or else by the quote; null if it is unknown. */
function countGiven(
  gives: GivenRule<Fields>,
  { fields, build: { quote }, book }: Counting,
  observed: Observation | null,
): bigint | null {
  if (gives.unless && meets(gives.unless, fields)) return 0n
  const asset = gives.asset && toAsset(gives.asset, { fields, book })
  const amount = gives.amount && readAmount(fields[gives.amount.field])
  const named = (gives.in === "in" ? quote.in : (quote.gives ?? [])).filter(
    (each) =>
      each.usd > 0 &&
      (asset === null || matches(asset, each.asset, quote, 0)) &&
      (amount === null || BigInt(each.amount) === amount),
  )
  const worth = observed?.worthGiven ?? (named.length > 0 ? sumWorth(named) : null)
  if (worth === null || gives.askedPrice === undefined || amount === null) return worth
  const price = (readAmount(fields[gives.askedPrice]) * amount) / WAD
  return worth > price ? worth - price : 0n
}

/** Dollars are rounded down to cents. */
const sumWorth = (flows: readonly Flow[]) =>
  flows.reduce((sum, { usd }) => sum + BigInt(Math.ceil(usd * 100) + 1) * CENT, 0n)

/** The amount by which a sale may fall short of its quote. */
function slippageOf({ rule: { sells }, build: { quote }, book }: Counting): bigint {
  if (!sells) return 0n
  return quote.out.reduce((sum, { asset, amount, minAmount, usd }) => {
    const lost = BigInt(amount) - BigInt(minAmount)
    if (lost <= 0n) return sum
    if (isSameAddress(asset, book.usdb)) return sum + lost
    const worth = BigInt(Math.ceil(usd * 100) + 1) * CENT
    return sum + (worth * lost + BigInt(amount) - 1n) / BigInt(amount)
  }, 0n)
}
