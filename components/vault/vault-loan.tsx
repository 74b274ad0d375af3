"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { LoanCard } from "@/components/loans/loan-card"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import type { LoanRecord } from "@/lib/loans/record"
import { settleLiquidationCall, vaultCalls } from "@/lib/vault/calls"
import type { VaultHolder } from "./vault-state"

type Props = { loan: LoanRecord; holder: VaultHolder }

/** The wallet's loan on its locked shares, with what can be done about it. */
export function VaultLoan({ loan, holder }: Props) {
  const { contracts } = useBrowserConfig()
  return (
    <section aria-label="Your loan" className="grid grid-cols-1 gap-3">
      {loan.isLiquidated ? (
        <Settlement holder={holder} />
      ) : (
        <>
          <LoanCard calls={vaultCalls(contracts)} loan={loan} />
          <p className="text-xs text-muted">
            Repaid TIDE goes back to the vault. Your shares stay locked until you unlock them.
          </p>
        </>
      )}
    </section>
  )
}

/** Frees the locked shares that a liquidation has left. */
function Settlement({ holder }: { holder: VaultHolder }) {
  const { contracts } = useBrowserConfig()
  const { isWrongChain } = useWallet()
  const { run, state, isRunning } = useTransaction({ name: "vault.settle" })
  const settle = () =>
    run({
      title: "Settle the liquidated loan",
      call: settleLiquidationCall(contracts),
      action: null,
    })
  return (
    <>
      <Notice title="Your loan was liquidated" tone="warning">
        <p>
          Shares worth the TIDE that the debt took were burned. {formatAmount(holder.locked)} wTIDE
          are left and still locked. Settle the loan to unlock them or to borrow again.
        </p>
      </Notice>
      {isWrongChain ? (
        <WrongChain />
      ) : (
        <Button onClick={() => void settle()} pending={isRunning}>
          Settle
        </Button>
      )}
      <TransactionProgress hasApproval={false} state={state} success="Loan settled" />
    </>
  )
}
