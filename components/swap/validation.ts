import { classifyImpact } from "@/components/ticket/price-impact"
import type { Side, TradePreview } from "@/lib/tokens/preview"
import type { SolvedAmount } from "./amount-input"
import type { PoolState } from "./pool-state"

/** The reason a trade cannot be sent: an error of a field, or a sentence with its remedy. */
export type Blocker =
  | { kind: "empty" }
  | { kind: "input"; sentence: string }
  | { kind: "frozen" | "balance" | "gas" | "impact"; sentence: string; remedy: string }

type TradeAttempt = {
  state: PoolState
  side: Side
  amount: SolvedAmount
  preview: TradePreview | null
  paySymbol: string
  outSymbol: string
  isExpert: boolean
}

/** The first reason why the trade cannot be sent; null when it can. */
export function findBlocker(attempt: TradeAttempt): Blocker | null {
  return (
    findInputBlocker(attempt) ??
    findFreezeBlocker(attempt) ??
    findFundsBlocker(attempt) ??
    findImpactBlocker(attempt)
  )
}

function findInputBlocker({ amount, preview, outSymbol }: TradeAttempt): Blocker | null {
  if (amount.kind === "empty") return { kind: "empty" }
  const sentences = {
    malformed: "Enter a number with at most 18 decimal places.",
    zero: "Enter an amount above zero.",
    unreachable: `No amount buys that much ${outSymbol}. Enter less.`,
  }
  if (amount.kind !== "ready") return { kind: "input", sentence: sentences[amount.kind] }
  if (preview?.amountOut === 0n) {
    return {
      kind: "input",
      sentence: "The amount is too small. Enter a larger amount.",
    }
  }
  return null
}

function findFreezeBlocker({ state, side, preview }: TradeAttempt): Blocker | null {
  if (side === "sell" || !state.freeze || !state.wallet) return null
  const { isWhitelisted, leftUsd } = state.freeze
  if (!isWhitelisted) {
    return {
      kind: "frozen",
      sentence: "This token is frozen and your wallet is not on its whitelist.",
      remedy: "Wait until the creator opens the token, or ask to be whitelisted.",
    }
  }
  if (preview && preview.usdValue > leftUsd) {
    return {
      kind: "frozen",
      sentence: "This exceeds your remaining whitelist limit.",
      remedy: "Enter a smaller amount, or ask the creator for a higher limit.",
    }
  }
  return null
}

function findFundsBlocker({ state, side, amount, paySymbol }: TradeAttempt): Blocker | null {
  if (amount.kind !== "ready") return null
  return findBalanceBlocker(state, { side, amountIn: amount.amountIn, paySymbol })
}

type Payment = { side: Side; amountIn: bigint; paySymbol: string }

/** The amount that the wallet lacks for a payment; null without a wallet. */
export function findBalanceBlocker(
  { wallet }: PoolState,
  { side, amountIn, paySymbol }: Payment,
): Blocker | null {
  if (!wallet) return null
  const { balance } = wallet.pay[side]
  if (amountIn > balance) {
    return {
      kind: "balance",
      sentence: balance === 0n ? `You have no ${paySymbol}.` : `Insufficient ${paySymbol} balance.`,
      remedy: describeBalanceRemedy(side, balance),
    }
  }
  if (wallet.nativeBalance === 0n) {
    return {
      kind: "gas",
      sentence: "Insufficient ETH for the network fee.",
      remedy: "Send ETH to your wallet first.",
    }
  }
  return null
}

function describeBalanceRemedy(side: Side, balance: bigint): string {
  if (balance === 0n) return side === "buy" ? "Get some at the faucet first." : "Buy some first."
  return side === "buy" ? "Enter less, or get more at the faucet." : "Enter at most your balance."
}

function findImpactBlocker({ preview, isExpert }: TradeAttempt): Blocker | null {
  if (isExpert || !preview || classifyImpact(preview.impact) !== "extreme") return null
  return {
    kind: "impact",
    sentence: "This trade would move the price by 15% or more against you.",
    remedy: "Enter a smaller amount, or allow extreme price impact under Trade settings.",
  }
}
