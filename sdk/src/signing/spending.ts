import { decodeFunctionData, erc20Abi } from "viem"
import type { Action, AddressBook, Build } from "../client/types"
import { isSameAddress } from "../verification/expected-call"
import { findRule, meets, withDefaults } from "../verification/expected-calls"
import type { ActionRule, Fields } from "../verification/rules/rule"

const CENT = 10n ** 16n

/**
 * The USDB that an action takes from the wallet, and the worth of other tokens that it pays with or gives away; the
 * highest of what the action says, what is approved and what the quote takes. Sales and payouts take none.
 */
export function countUsdb(action: Action, { quote, transactions }: Build, book: AddressBook) {
  const taken = quote.in
    .filter(({ asset }) => isSameAddress(asset, book.usdb))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const approved = transactions
    .filter(({ kind, to }) => kind === "approve" && isSameAddress(to, book.usdb))
    .reduce((sum, { data }) => sum + approvedAmount(data), 0n)
  const rule = findRule(action)
  const worth = rule?.givesOther
    ? quote.in.reduce((sum, { usd }) => sum + BigInt(Math.ceil(usd * 100)) * CENT, 0n)
    : 0n
  return [rule ? namedUsdb(rule, action) : 0n, taken, approved, worth].reduce(
    (a, b) => (a > b ? a : b),
    0n,
  )
}

/** The USDB that the action itself names. */
function namedUsdb(rule: ActionRule<Fields>, action: Action): bigint {
  const fields = withDefaults(rule, action)
  const { usdb } = rule
  return usdb && meets(usdb.when, fields) ? BigInt(`${fields[usdb.field]}`) : 0n
}

function approvedAmount(data: string): bigint {
  const { args } = decodeFunctionData({ abi: erc20Abi, data: `0x${data.slice(2)}` })
  return typeof args?.[1] === "bigint" ? args[1] : 0n
}
