import { describeLoan, errorOf } from "@/components/loans/loan-figures"
import { formatAmount } from "@/lib/format"
import { borrowCall } from "@/lib/vault/calls"
import {
  type Action,
  type ActionContext,
  amountLine,
  type Blocker,
  findGasBlocker,
  incomplete,
  readAmount,
} from "./action"
import type { VaultHolder } from "./vault-state"

/** A new loan on TIDE behind the locked shares, at the price after the vault has invested what waits. */
export function previewBorrow(text: string, days: number, context: ActionContext): Action {
  const typed = readAmount(text)
  const { state, contracts } = context
  const { holder, invested, now } = state
  if (typed.amount === null) return incomplete("Borrow", typed.blocker)
  const { amount } = typed
  const terms = describeLoan(invested, amount, { days: BigInt(days), now })
  const usdb = holder?.balances.usdb ?? null
  return {
    blocker: findBorrowBlocker(holder, amount) ?? (terms.isPossible ? null : tooSmall),
    lines: holder
      ? [
          amountLine("Pledged", holder.pledged, holder.pledged + amount, "TIDE"),
          amountLine("Your USDB", usdb, (usdb ?? 0n) + terms.payout, "USDB"),
        ]
      : [amountLine("Pledged", null, amount, "TIDE")],
    trade: null,
    terms,
    title: `Borrow ${formatAmount(terms.payout)} USDB`,
    approves: null,
    request: {
      call: borrowCall(contracts, { amount, days: BigInt(days) }),
      action: { action: "loan.take", source: "vault", amount: `${amount}`, days },
    },
  }
}

const tooSmall: Blocker = { kind: "input", sentence: errorOf("LoanTooSmall").remedy }

function findBorrowBlocker(holder: VaultHolder | null, amount: bigint): Blocker | null {
  if (!holder) return null
  if (holder.loan) {
    return {
      kind: "state",
      sentence: "One loan per wallet.",
      remedy: "Add to your loan, repay it, or settle it if it was liquidated.",
    }
  }
  if (amount > holder.available) {
    return {
      kind: "balance",
      sentence:
        holder.available === 0n
          ? "You have no locked wTIDE to borrow against."
          : `Your locked wTIDE is worth ${formatAmount(holder.available)} TIDE.`,
      remedy: "Lock more shares first, or enter less.",
    }
  }
  return findGasBlocker(holder)
}
