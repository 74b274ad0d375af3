"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { TokenAmount } from "@/components/loans/loan-terms"
import { useFrozen } from "@/components/loans/use-loan"
import { DetailRow } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { formatAmount } from "@/lib/format"
import { type LoanCalls, liquidationCall } from "@/lib/loans/calls"
import { quoteLiquidation } from "@/lib/loans/math"
import { toMathLoan } from "@/lib/loans/record"
import { ActionDialog, useLoanTransaction } from "./action-dialog"
import type { ActionProps } from "./action-props"

/** Ends an expired loan; any wallet may do so. */
export function LiquidateDialog({ loan: current, route, onClose }: Omit<ActionProps, "calls">) {
  const { contracts } = useBrowserConfig()
  const transaction = useLoanTransaction(current, "liquidate")
  const { loan, quote } = useFrozen(
    { loan: current, quote: quoteLiquidation(route, toMathLoan(current)) },
    transaction.isSettled,
  )
  const { symbol } = loan.token
  return (
    <ActionDialog
      action={null}
      approvalSymbol={null}
      call={() => liquidationCall(contracts, current)}
      description="The loan has expired. Anybody may liquidate it and receives a tenth of what the debt leaves."
      isReady
      label="Liquidate"
      onClose={onClose}
      problem={null}
      success="The loan is liquidated"
      title="Liquidate loan"
      transaction={transaction}
    >
      <dl>
        <DetailRow label="Debt that ends">
          <Amount unit="USDB" value={loan.debt} />
        </DetailRow>
        <DetailRow label="Burned for it">
          <TokenAmount symbol={symbol} value={quote.burned} />
        </DetailRow>
        <DetailRow label="To whoever liquidates">
          <TokenAmount symbol={symbol} value={quote.liquidatorPart} />
        </DetailRow>
        <DetailRow label="Left for the borrower">
          <TokenAmount symbol={symbol} value={quote.claim} />
        </DetailRow>
      </dl>
    </ActionDialog>
  )
}

type ClaimProps = ActionProps & { claim: NonNullable<LoanCalls["claim"]> }

/** Sends the borrower the remainder of a liquidation. */
export function ClaimDialog({ loan: current, calls, claim, onClose }: ClaimProps) {
  const transaction = useLoanTransaction(current, "claim")
  const loan = useFrozen(current, transaction.isSettled)
  const { symbol } = loan.token
  const amount = loan.claim ?? 0n
  return (
    <ActionDialog
      action={{ action: "loan.claim", source: loan.source, loanId: calls.loanId(loan) }}
      approvalSymbol={null}
      call={() => claim(current)}
      isReady={amount > 0n}
      label={`Claim ${formatAmount(amount)} ${symbol}`}
      onClose={onClose}
      problem={null}
      success="The rest of the collateral is in your wallet"
      title="Claim the rest"
      transaction={transaction}
    >
      <dl>
        <DetailRow label="Burned for the debt">
          <TokenAmount symbol={symbol} value={loan.liquidated ?? 0n} />
        </DetailRow>
        <DetailRow label="You receive">
          <TokenAmount symbol={symbol} value={amount} />
        </DetailRow>
      </dl>
    </ActionDialog>
  )
}
