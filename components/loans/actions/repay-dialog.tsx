"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { TokenAmount } from "@/components/loans/loan-terms"
import { useFrozen } from "@/components/loans/use-loan"
import { DetailRow } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { Skeleton } from "@/components/ui/states"
import type { ErrorText } from "@/lib/errors/text"
import { formatAmount } from "@/lib/format"
import { quoteSell } from "@/lib/tokens/pool-math"
import { ActionDialog, useLoanTransaction } from "./action-dialog"
import type { ActionProps } from "./action-props"

/** Pays the whole debt; the collateral comes back. */
export function RepayDialog({ loan: current, calls, route, onClose }: ActionProps) {
  const { contracts } = useBrowserConfig()
  const transaction = useLoanTransaction(current, "repay")
  const balance = useTokenBalance(contracts.usdb, current.owner).data
  const { loan, usdb, value } = useFrozen(
    { loan: current, usdb: balance, value: quoteSell(route, current.collateral).amountOut },
    transaction.isSettled,
  )
  return (
    <ActionDialog
      action={{ action: "loan.repay", source: loan.source, loanId: calls.loanId(loan) }}
      approvalSymbol="USDB"
      call={() => calls.repay(current)}
      description={
        calls.sell
          ? "Repaying returns the whole collateral. There is no partial repayment; to end a part, sell a part."
          : "Repaying returns the whole collateral. There is no partial repayment."
      }
      isReady={usdb !== undefined}
      label={`Repay ${formatAmount(loan.debt)} USDB`}
      onClose={onClose}
      problem={usdb === undefined ? null : findRepayProblem(loan.debt, usdb, !!calls.sell)}
      success="The loan is repaid and the collateral is back"
      title="Repay loan"
      transaction={transaction}
    >
      <dl>
        <DetailRow label="You pay">
          <Amount unit="USDB" value={loan.debt} />
        </DetailRow>
        <DetailRow label="Your USDB, before → after">
          {usdb === undefined ? (
            <Skeleton className="h-5 w-24" />
          ) : (
            <BeforeAfter after={usdb < loan.debt ? null : usdb - loan.debt} before={usdb} />
          )}
        </DetailRow>
        <DetailRow label="You get back">
          <TokenAmount symbol={loan.token.symbol} value={loan.collateral} />
        </DetailRow>
        <DetailRow label="It would sell for now">
          <Amount unit="USDB" value={value} />
        </DetailRow>
      </dl>
    </ActionDialog>
  )
}

function findRepayProblem(debt: bigint, balance: bigint, canSell: boolean): ErrorText | null {
  if (balance >= debt) return null
  return {
    sentence: `You have ${formatAmount(balance)} USDB. That is less than the debt.`,
    remedy: canSell ? "Get more USDB, or sell a part: that needs none." : "Get more USDB.",
  }
}

/** A dash where there is no value afterwards. */
export function BeforeAfter({ before, after }: { before: bigint; after: bigint | null }) {
  return (
    <>
      <Amount value={before} /> <span aria-hidden="true">→</span>
      <span className="sr-only">to</span> {after === null ? "–" : <Amount value={after} />}
    </>
  )
}
