import type { LoanTermsFigures } from "@/components/loans/loan-figures"
import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import type { PlatformContracts } from "@/lib/chain/browser"
import { formatAmount, parseAmount } from "@/lib/format"
import type { VaultHolder, VaultState } from "./vault-state"

/** A line of the review: a figure now, and after the transaction. */
export type ReviewLine = { label: string; before: string | null; after: string }

/** The reason an action cannot be sent. With a remedy it is a notice, else an error of the field. */
export type Blocker = {
  kind: "empty" | "input" | "balance" | "gas" | "state"
  sentence: string
  remedy?: string
}

/** The amounts paid and received where the action buys or sells TIDE on the way. */
export type ActionTrade = {
  amountIn: bigint
  amountOut: bigint
  /** Basis points. */
  impact: bigint
  tax: bigint
  minimumOut: bigint
  /** Of what is received. */
  unit: string
}

/** An action of a wallet on the vault before it is signed. */
export type Action = {
  /** The first reason why it cannot be sent; null when it can. */
  blocker: Blocker | null
  lines: readonly ReviewLine[]
  trade: ActionTrade | null
  /** Of a new loan. */
  terms: LoanTermsFigures | null
  /** "Wrap 10 TIDE": on the button and in the list of transactions. */
  title: string
  /** The token that has to be approved first; null when enough is approved. */
  approves: string | null
  /** Null without a valid amount. */
  request: TransactionRequest | null
}

export type ActionContext = {
  state: VaultState
  contracts: PlatformContracts
  /** Basis points. */
  slippage: bigint
}

type TypedAmount = { amount: bigint; blocker: null } | { amount: null; blocker: Blocker }

/** A typed amount, or why it is none. */
export function readAmount(text: string): TypedAmount {
  const refuse = (kind: "empty" | "input", sentence: string): TypedAmount => ({
    amount: null,
    blocker: { kind, sentence },
  })
  if (text.trim() === "") return refuse("empty", "Enter an amount")
  const amount = parseAmount(text)
  if (amount === null) return refuse("input", "Enter a number with at most 18 decimal places.")
  if (amount === 0n) return refuse("input", "Enter an amount above zero.")
  return { amount, blocker: null }
}

/** An action that has no valid amount yet. */
export const incomplete = (title: string, blocker: Blocker): Action => ({
  blocker,
  lines: [],
  trade: null,
  terms: null,
  title,
  approves: null,
  request: null,
})

type Spending = { amount: bigint; balance: bigint; unit: string; remedy: string }

/** Checks that the wallet has the amount, and coins for the network fee. */
export function findBalanceBlocker(
  holder: VaultHolder | null,
  { amount, balance, unit, remedy }: Spending,
): Blocker | null {
  if (!holder) return null
  if (amount > balance) {
    const sentence = balance === 0n ? `You have no ${unit}.` : `Insufficient ${unit} balance.`
    return { kind: "balance", sentence, remedy }
  }
  return findGasBlocker(holder)
}

export const findGasBlocker = ({ balances }: VaultHolder): Blocker | null =>
  balances.native > 0n
    ? null
    : {
        kind: "gas",
        sentence: "Insufficient ETH for the network fee.",
        remedy: "Send ETH to your wallet first.",
      }

/** A line whose figures are amounts of one unit. */
export const amountLine = (
  label: string,
  before: bigint | null,
  after: bigint,
  unit: string,
): ReviewLine => ({
  label,
  before: before === null ? null : formatAmount(before, 6),
  after: `${formatAmount(after, 6)} ${unit}`,
})
