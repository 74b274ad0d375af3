"use client"

import { useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { errorOf } from "@/components/loans/loan-figures"
import { useFrozen } from "@/components/loans/use-loan"
import { AmountField } from "@/components/ui/amount-field"
import { BALANCE_PRESETS } from "@/components/ui/amount-presets"
import { DetailRow } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import type { ErrorText } from "@/lib/errors/text"
import { formatAmount, parseAmount } from "@/lib/format"
import type { LoanCalls } from "@/lib/loans/calls"
import { quoteIncrease } from "@/lib/loans/math"
import { readAvailable } from "@/lib/loans/onchain"
import { loanName, toMathLoan } from "@/lib/loans/record"
import { ActionDialog, useLoanTransaction } from "./action-dialog"
import type { ActionProps } from "./action-props"
import { BeforeAfter } from "./repay-dialog"

type Props = ActionProps & { increase: NonNullable<LoanCalls["increase"]> }

/** Pledges more and borrows its value for the days that remain. */
export function IncreaseDialog({ loan: current, calls, increase, route, now, onClose }: Props) {
  const { contracts } = useBrowserConfig()
  const [text, setText] = useState("")
  const transaction = useLoanTransaction(current, "increase")
  const available = useChainQuery({
    key: ["loan-available", loanName(current)],
    read: (client) => readAvailable(client, contracts, current),
  }).data
  const typed = parseAmount(text)
  const live =
    typed && typed > 0n ? quoteIncrease(route, toMathLoan(current), { added: typed, now }) : null
  const { loan, quote, added } = useFrozen(
    { loan: current, quote: live, added: typed ?? 0n },
    transaction.isSettled,
  )
  const { symbol } = loan.token
  const error = findInputError(text, typed, available, symbol)
  return (
    <ActionDialog
      action={{
        ...{ action: "loan.increase" as const, source: loan.source, loanId: calls.loanId(loan) },
        amount: `${added}`,
      }}
      approvalSymbol={increase(current, 1n).approval ? symbol : null}
      call={() => (quote ? increase(current, added) : null)}
      description="The added collateral is lent on at its present value, until the loan expires."
      isReady={quote !== null && error === null && available !== undefined}
      label={quote ? `Add ${symbol} for ${formatAmount(quote.payout)} USDB` : `Add ${symbol}`}
      onClose={onClose}
      problem={typed && !error && !quote ? tooLittle : null}
      success="The collateral is added"
      title="Add collateral"
      transaction={transaction}
    >
      {!transaction.isSettled && (
        <AmountField
          balance={available}
          error={error}
          label="Collateral to add"
          onChange={setText}
          presets={BALANCE_PRESETS}
          unit={symbol}
          value={text}
        />
      )}
      {quote && (
        <dl>
          <DetailRow label="You receive">
            <Amount unit="USDB" value={quote.payout} />
          </DetailRow>
          <DetailRow label="Loan fee">
            <Amount unit="USDB" value={quote.fee} />
          </DetailRow>
          <DetailRow label="Debt in USDB, before → after">
            <BeforeAfter after={quote.loan.debt} before={loan.debt} />
          </DetailRow>
          <DetailRow label="Collateral, before → after">
            <BeforeAfter after={quote.loan.collateral} before={loan.collateral} />
          </DetailRow>
        </dl>
      )}
    </ActionDialog>
  )
}

const tooLittle: ErrorText = { ...errorOf("LoanTooSmall"), remedy: "Enter a larger amount." }

function findInputError(
  text: string,
  typed: bigint | null,
  available: bigint | undefined,
  symbol: string,
): string | null {
  if (text.trim() === "") return null
  if (typed === null) return "Enter a number with at most 18 decimal places."
  if (typed === 0n) return "Enter an amount above zero."
  if (available !== undefined && typed > available) return `You do not have that much ${symbol}.`
  return null
}
