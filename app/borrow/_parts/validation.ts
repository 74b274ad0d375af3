import { loanErrors } from "@/lib/errors/loans"
import type { ErrorText } from "@/lib/errors/text"
import { formatAmount, parseAmount } from "@/lib/format"
import { leastForDebt, loanValue, MIN_DEBT } from "@/lib/loans/math"
import type { BorrowState } from "./borrow-state"

/** Why a loan cannot be taken: nothing entered, an error of the amount, or a sentence with its remedy. */
export type Blocker =
  | { kind: "empty" }
  | { kind: "input"; sentence: string }
  | ({ kind: "loan" } & ErrorText)

type Attempt = { state: BorrowState; text: string; symbol: string }

/** The first reason why the loan cannot be taken; null when it can. */
export function findBlocker({ state, text, symbol }: Attempt): Blocker | null {
  if (!state.isListed) return { kind: "loan", ...unlisted(symbol) }
  const value = findValueProblem(state, symbol)
  if (value) return { kind: "loan", ...value }
  if (text.trim() === "") return { kind: "empty" }
  const amount = parseAmount(text)
  if (amount === null) {
    return { kind: "input", sentence: "Enter a number with at most 18 decimal places." }
  }
  if (amount === 0n) return { kind: "input", sentence: "Enter an amount above zero." }
  if (loanValue(state.route, amount).debt < MIN_DEBT) {
    const least = leastForDebt(state.route, MIN_DEBT).collateral
    const sentence = `A loan is at least 0.99 USDB: pledge at least ${formatUp(least)} ${symbol}.`
    return { kind: "input", sentence }
  }
  const problem = findWalletProblem(state, amount, symbol)
  return problem && { kind: "loan", ...problem }
}

const unlisted = (symbol: string): ErrorText => ({
  sentence: `${symbol} is not listed here.`,
  remedy: "Loans are given on TIDE and on tokens that were launched here.",
})

/** Everything the wallet has is worth less than the smallest loan. */
function findValueProblem({ wallet, route }: BorrowState, symbol: string): ErrorText | null {
  if (!wallet || wallet.balance === 0n) return null
  const most = loanValue(route, wallet.balance).debt
  if (most >= MIN_DEBT) return null
  return {
    sentence: `Your ${formatAmount(wallet.balance)} ${symbol} are worth ${formatAmount(most)} USDB as collateral.`,
    remedy: loanErrors.LoanTooSmall?.remedy ?? "",
  }
}

function findWalletProblem(
  { wallet }: BorrowState,
  amount: bigint,
  symbol: string,
): ErrorText | null {
  if (!wallet) return null
  if (wallet.balance === 0n) {
    return { sentence: `You have no ${symbol}.`, remedy: "Choose another token, or buy some." }
  }
  if (amount > wallet.balance) {
    return {
      sentence: `You have ${formatAmount(wallet.balance)} ${symbol}.`,
      remedy: "Enter at most your balance.",
    }
  }
  if (wallet.nativeBalance > 0n) return null
  return {
    sentence: "Insufficient ETH for the network fee.",
    remedy: "Send ETH to your wallet first.",
  }
}

/** Rounded up to four places, so that the amount suffices. */
function formatUp(amount: bigint): string {
  const step = 10n ** 14n
  return formatAmount(((amount + step - 1n) / step) * step)
}
