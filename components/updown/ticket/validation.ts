import { sideLabels } from "@/components/updown/labels"
import { type BetQuote, otherSide } from "@/components/updown/round-quote"
import { formatAmount, parseAmount } from "@/lib/format"
import type { Side } from "@/lib/updown/constants"
import type { RoundPhase } from "@/lib/updown/view"
import type { BetWallet } from "./wallet-state"

/** The reason a bet cannot be placed. With a remedy it is a notice, else an error of the amount. */
export type Blocker = {
  kind: "empty" | "input" | "balance" | "round"
  sentence: string
  remedy?: string
}

export type BetAttempt = {
  phase: RoundPhase
  isPaused: boolean
  side: Side
  text: string
  minBet: bigint
  /** Null without a wallet. */
  wallet: BetWallet | null
}

/** The first reason why the bet cannot be placed; null when it can. */
export function findBlocker(attempt: BetAttempt): Blocker | null {
  return (
    findRoundBlocker(attempt) ??
    findAmountBlocker(attempt) ??
    (attempt.wallet && findWalletBlocker(attempt.wallet, parseAmount(attempt.text) ?? 0n))
  )
}

/** The reason that the round takes no bet on this side. */
export function findRoundBlocker({
  phase,
  isPaused,
  side,
  wallet,
}: Omit<BetAttempt, "text" | "minBet">): Blocker | null {
  if (phase === "none") {
    return {
      kind: "round",
      sentence: "No round is open.",
      remedy: "The next round opens as soon as the feed has a fresh price.",
    }
  }
  if (phase === "closed" || phase === "ended") {
    return {
      kind: "round",
      sentence: "Betting on this round has ended.",
      remedy:
        phase === "closed"
          ? "The next round opens when this one ends."
          : "The next round opens once the price has decided this one.",
    }
  }
  if (isPaused) {
    return {
      kind: "round",
      sentence: "The operator has paused betting.",
      remedy: "Open rounds are decided as usual, and winnings can be collected.",
    }
  }
  const held = wallet?.held
  if (!held || held.side === side) return null
  const [own, other] = [sideLabels[held.side], sideLabels[otherSide(held.side)]]
  return {
    kind: "round",
    sentence: `You have bet on ${own} in this round.`,
    remedy: `Add to ${own}, or bet on ${other} in the next round.`,
  }
}

function findAmountBlocker({ text, minBet }: BetAttempt): Blocker | null {
  if (text.trim() === "") return { kind: "empty", sentence: "Enter an amount" }
  const amount = parseAmount(text)
  if (amount === null) {
    return { kind: "input", sentence: "Enter a number with at most 18 decimal places." }
  }
  if (amount >= minBet) return null
  return { kind: "input", sentence: `A bet is at least ${formatAmount(minBet)} USDB.` }
}

function findWalletBlocker({ balance, nativeBalance }: BetWallet, amount: bigint): Blocker | null {
  if (amount > balance) {
    return {
      kind: "balance",
      ...(balance === 0n
        ? { sentence: "You have no USDB.", remedy: "Get some at the faucet first." }
        : {
            sentence: `You have ${formatAmount(balance)} USDB.`,
            remedy: "Enter a smaller amount, or get USDB.",
          }),
    }
  }
  if (nativeBalance > 0n) return null
  return {
    kind: "balance",
    sentence: "Insufficient ETH for the network fee.",
    remedy: "Send ETH to your wallet first.",
  }
}

/** The profit of a win: the payout less the stakes. */
export const profitOf = ({ payout, stake }: BetQuote) => payout - stake
