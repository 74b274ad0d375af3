import { decodeFunctionData, erc20Abi } from "viem"
import type { Action, AddressBook, Build } from "../client/types"
import { isSameAddress } from "../verification/expected-call"

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
  const worth = givesOther(action)
    ? quote.in.reduce((sum, { usd }) => sum + BigInt(Math.ceil(usd * 100)) * CENT, 0n)
    : 0n
  return [namedUsdb(action), taken, approved, worth].reduce((a, b) => (a > b ? a : b), 0n)
}

/** The USDB that the action itself names. */
function namedUsdb(action: Action): bigint {
  switch (action.action) {
    case "token.buy":
    case "leverage.open":
    case "market.fill":
    case "updown.bet":
      return BigInt(action.amount)
    case "market.buy":
      return (action.payWith ?? "usdb") === "usdb" ? BigInt(action.amount) : 0n
    case "vault.wrap":
      return action.payWith === "usdb" ? BigInt(action.amount) : 0n
    case "market.create":
      return BigInt(action.seedAmount)
    default:
      return 0n
  }
}

/** Whether other tokens than USDB leave the wallet for something that is not money. */
const givesOther = ({ action }: Action) =>
  action === "market.buy" || action === "vesting.create" || action === "vesting.add"

function approvedAmount(data: string): bigint {
  const { args } = decodeFunctionData({ abi: erc20Abi, data: `0x${data.slice(2)}` })
  return typeof args?.[1] === "bigint" ? args[1] : 0n
}
