import type { SolvedAmount } from "./amount-input"
import type { PoolState } from "./pool-state"
import type { Side, TradePreview } from "./preview"

/** From where an impact is worth a word, a warning, a typed yes, and more than that; basis points. */
const IMPACT_LEVELS = { notable: 300n, high: 500n, severe: 1_000n, extreme: 1_500n }

export type ImpactLevel = "ordinary" | keyof typeof IMPACT_LEVELS

export function classifyImpact(impact: bigint): ImpactLevel {
  if (impact >= IMPACT_LEVELS.extreme) return "extreme"
  if (impact >= IMPACT_LEVELS.severe) return "severe"
  if (impact >= IMPACT_LEVELS.high) return "high"
  return impact >= IMPACT_LEVELS.notable ? "notable" : "ordinary"
}

/** Typed before a trade that moves the price by 10 % or more. */
export const CONSENT_WORD = "confirm"

export const isConsent = (text: string) => text.trim().toLowerCase() === CONSENT_WORD

/** The part of the balance that a trade uses, in percent rounded down, when it is half or more. */
export function findLargeShare(amountIn: bigint, balance: bigint): bigint | null {
  if (balance === 0n || amountIn > balance) return null
  const percent = (amountIn * 100n) / balance
  return percent >= 50n ? percent : null
}

/** What keeps a trade from being sent; a field's own complaint, or a sentence with its remedy. */
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

/** What stands between the person and the trade, the first thing first. */
export function findBlocker(attempt: TradeAttempt): Blocker | null {
  return (
    findInputBlocker(attempt) ??
    findFreezeBlocker(attempt) ??
    findBalanceBlocker(attempt) ??
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
      sentence: "Too small to receive anything for it. Enter a larger amount.",
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
      remedy: "Wait until the creator opens it, or ask to be whitelisted.",
    }
  }
  if (preview && preview.usdValue > leftUsd) {
    return {
      kind: "frozen",
      sentence: "This is more than your whitelist entry still allows.",
      remedy: "Enter a smaller amount, or ask the creator for a higher limit.",
    }
  }
  return null
}

function findBalanceBlocker({ state, side, amount, paySymbol }: TradeAttempt): Blocker | null {
  if (!state.wallet || amount.kind !== "ready") return null
  const { balance } = state.wallet.pay[side]
  if (amount.amountIn > balance) {
    return {
      kind: "balance",
      sentence:
        balance === 0n ? `You have no ${paySymbol}.` : `You have less ${paySymbol} than that.`,
      remedy: describeBalanceRemedy(side, balance),
    }
  }
  if (state.wallet.nativeBalance === 0n) {
    return {
      kind: "gas",
      sentence: "Your wallet has nothing to pay the network fee with.",
      remedy: "Send it some of the chain’s native coin first.",
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
    sentence: "This trade alone would move the price by 15% or more against you.",
    remedy: "Trade less. Who knows what this costs can allow it under Trade settings.",
  }
}

/** How a live quote compares with the one a person has seen: basis points worse, when that is too many. */
export function measureSlip(
  quoted: { amountIn: bigint; amountOut: bigint },
  now: { amountIn: bigint; amountOut: bigint },
  toleranceBasisPoints: bigint,
): bigint | null {
  // Out per in, compared across: fewer tokens for the money, or more money for the tokens.
  const before = quoted.amountOut * now.amountIn
  const after = now.amountOut * quoted.amountIn
  if (before === 0n || after >= before) return null
  const worse = ((before - after) * 10_000n + before - 1n) / before
  return worse > toleranceBasisPoints ? worse : null
}
