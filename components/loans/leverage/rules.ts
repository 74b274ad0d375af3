import { zeroAddress } from "viem"
import type { PoolState } from "@/components/swap/pool-state"
import { type Blocker, findBalanceBlocker } from "@/components/swap/validation"
import { classifyImpact } from "@/components/ticket/price-impact"
import type { PlatformContracts } from "@/lib/chain/browser"
import { errorText } from "@/lib/errors/table"
import type { ErrorText } from "@/lib/errors/text"
import type { LeveragePreview } from "./preview"

/** Why there is no leverage: in a few words, and as an error text. */
export type LeverageRefusal = ErrorText & { label: string }

/** Why the contract would refuse every leveraged purchase of this token; null when it would not. */
export function findRefusal(
  { rules, freeze, wallet }: PoolState,
  { leverage }: Pick<PlatformContracts, "leverage">,
): LeverageRefusal | null {
  if (leverage === zeroAddress) {
    const sentence = "There is no lending on this chain."
    return { label: "Not on this chain", sentence, remedy: "Buy without leverage." }
  }
  if (rules.autoVest) return explain("Purchases are vested", "TokenAutoVests")
  if (!rules.hasBonded) return explain("Not in the reward phase", "RewardPhaseNotOver")
  if (!freeze || freeze.isWhitelisted) return null
  if (wallet) return explain("Not on the whitelist", "NotWhitelisted")
  return {
    label: "Whitelist only",
    sentence: "The token is frozen: only whitelisted wallets can buy.",
    remedy: "Connect a wallet to see whether it is on the whitelist.",
  }
}

type RefusalCode = "TokenAutoVests" | "RewardPhaseNotOver" | "NotWhitelisted"

function explain(label: string, code: RefusalCode): LeverageRefusal {
  const text = errorText("contract", code)
  if (!text) throw new Error(`${code} has no text`)
  return { label, ...text }
}

type LeverageAttempt = {
  state: PoolState
  amount: bigint | null
  /** Typed text that is empty or not an amount. */
  text: string
  preview: LeveragePreview | null
  isExpert: boolean
}

/** The first reason why the purchase cannot be sent; null when it can. */
export function findLeverageBlocker(attempt: LeverageAttempt): Blocker | null {
  return (
    findInputBlocker(attempt) ??
    findLimitBlocker(attempt) ??
    findFundsBlocker(attempt) ??
    findImpactBlocker(attempt)
  )
}

function findInputBlocker({ text, amount, preview }: LeverageAttempt): Blocker | null {
  if (text.trim() === "") return { kind: "empty" }
  const input = (sentence: string): Blocker => ({ kind: "input", sentence })
  if (amount === null) return input("Enter a number with at most 18 decimal places.")
  if (amount === 0n) return input("Enter an amount above zero.")
  if (preview?.isPossible) return null
  return input("The debt would be below 0.99 USDB. Enter a larger amount.")
}

function findLimitBlocker({ state: { freeze }, preview }: LeverageAttempt): Blocker | null {
  if (!freeze || !preview || preview.usdValue <= freeze.leftUsd) return null
  return {
    kind: "frozen",
    sentence: "With what is borrowed, this exceeds your remaining whitelist limit.",
    remedy: "Enter a smaller amount, or ask the creator for a higher limit.",
  }
}

function findFundsBlocker({ state, amount }: LeverageAttempt): Blocker | null {
  if (amount === null) return null
  return findBalanceBlocker(state, { side: "buy", amountIn: amount, paySymbol: "USDB" })
}

function findImpactBlocker({ preview, isExpert }: LeverageAttempt): Blocker | null {
  if (isExpert || !preview || classifyImpact(preview.impact) !== "extreme") return null
  return {
    kind: "impact",
    sentence: "All rounds together would move the price by 15% or more against you.",
    remedy: "Enter a smaller amount, or allow extreme price impact under Trade settings.",
  }
}
