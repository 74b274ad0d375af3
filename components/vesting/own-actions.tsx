"use client"

import { useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { LoanCard } from "@/components/loans/loan-card"
import { ReadFailure } from "@/components/ticket/quote-status"
import { Button } from "@/components/ui/button"
import { Skeleton } from "@/components/ui/states"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount } from "@/lib/format"
import type { LoanRecord } from "@/lib/loans/record"
import { scheduleCalls, scheduleLoanCalls } from "@/lib/vesting/calls"
import { maxExtensionDays } from "@/lib/vesting/math"
import type { ScheduleLoan, ScheduleView } from "@/lib/vesting/schedule-queries"
import { AddTokensDialog } from "./add-tokens-dialog"
import { ExtendDialog } from "./extend-dialog"
import { LiquidationText, LoanDialog } from "./loan-dialog"
import { type OnchainSchedule, useOnchainSchedule } from "./schedule-state"
import { WalletDialog } from "./wallet-dialog"

type DialogName = "extend" | "add" | "beneficiary" | "creator" | "loan"

/** The actions of the connected wallet on a schedule; one transaction runs at a time. */
export function OwnActions({ schedule }: { schedule: ScheduleView }) {
  const { vestingId, token } = schedule
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const query = useOnchainSchedule(vestingId)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const transaction = useTransaction({
    name: `vesting.${vestingId}`,
    title: `Vesting schedule ${vestingId}`,
  })
  const { data: state } = query
  if (!state) return query.isError ? <ReadFailure query={query} /> : <Skeleton className="h-11" />
  const send = (request: TransactionRequest) => {
    if (transaction.isRunning) return
    setDialog(null)
    void transaction.run(request)
  }
  const calls = scheduleCalls(contracts, vestingId)
  const common = { schedule, state, calls, onClose: () => setDialog(null), onSend: send }
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
      <RequireWallet connectLabel="Connect the wallet" wallet={wallet}>
        <div className="flex flex-wrap gap-2">
          {wallet.address === state.beneficiary && (
            <ClaimButton
              isBusy={transaction.isRunning}
              onClaim={(title) =>
                send({ ...calls.claim(title), action: { action: "vesting.claim", vestingId } })
              }
              state={state}
              symbol={token.symbol}
            />
          )}
          {wallet.address === state.beneficiary && canBorrow(state) && (
            <Button
              disabled={transaction.isRunning}
              onClick={() => setDialog("loan")}
              variant="secondary"
            >
              Borrow
            </Button>
          )}
          <PartyButtons
            isBusy={transaction.isRunning}
            isCreator={wallet.address === state.creator}
            onOpen={setDialog}
            state={state}
          />
        </div>
      </RequireWallet>
      <TransactionProgress state={transaction.state} success="The schedule has changed" />
      {wallet.address === state.beneficiary && schedule.loan && (
        <OwnLoan loan={schedule.loan} schedule={schedule} />
      )}
      {dialog === "loan" && <LoanDialog {...common} />}
      {dialog === "extend" && <ExtendDialog {...common} />}
      {dialog === "add" && <AddTokensDialog {...common} />}
      {(dialog === "beneficiary" || dialog === "creator") && (
        <WalletDialog {...common} role={dialog} />
      )}
    </div>
  )
}

const canBorrow = ({ loanId, claimedAmount, totalAmount }: OnchainSchedule) =>
  loanId === 0n && claimedAmount < totalAmount

type ClaimProps = {
  state: OnchainSchedule
  symbol: string
  isBusy: boolean
  onClaim: (title: string) => void
}

function ClaimButton({ state, symbol, isBusy, onClaim }: ClaimProps) {
  const { claimable, claimedAmount, totalAmount, loanId } = state
  const label =
    claimable > 0n
      ? `Claim ${formatAmount(claimable)} ${symbol}`
      : loanId > 0n
        ? "Repay the loan to claim"
        : claimedAmount === totalAmount
          ? "All claimed"
          : "Nothing to claim yet"
  return (
    <Button disabled={claimable === 0n && !isBusy} onClick={() => onClaim(label)} pending={isBusy}>
      {label}
    </Button>
  )
}

type PartyButtonsProps = {
  state: OnchainSchedule
  isCreator: boolean
  /** A transaction is under way. */
  isBusy: boolean
  onOpen: (dialog: DialogName) => void
}

function PartyButtons({ state, isCreator, isBusy, onOpen }: PartyButtonsProps) {
  const canExtend = maxExtensionDays(state, state.now) > 0n
  return (
    <>
      {canExtend && (
        <Button disabled={isBusy} onClick={() => onOpen("extend")} variant="secondary">
          Extend
        </Button>
      )}
      {isCreator && (
        <>
          <Button disabled={isBusy} onClick={() => onOpen("add")} variant="secondary">
            Add tokens
          </Button>
          <Button
            disabled={isBusy || state.loanId > 0n}
            onClick={() => onOpen("beneficiary")}
            variant="secondary"
          >
            Change beneficiary
          </Button>
          <Button disabled={isBusy} onClick={() => onOpen("creator")} variant="secondary">
            Transfer creator role
          </Button>
        </>
      )}
    </>
  )
}

type Props = { schedule: ScheduleView; loan: ScheduleLoan }

/** The loan on a schedule. It can be repaid, but neither extended nor increased. */
function OwnLoan({ schedule, loan }: Props) {
  const { contracts } = useBrowserConfig()
  const { token, beneficiary } = schedule
  const record: LoanRecord = {
    source: "vesting",
    owner: toAddress(beneficiary),
    borrower: contracts.loanHub,
    coreId: BigInt(loan.loanId),
    hubId: BigInt(loan.hubId),
    token: { ...token, address: toAddress(token.address) },
    collateral: loan.collateral,
    debt: loan.debt,
    borrowed: loan.borrowed,
    createdAt: BigInt(loan.creationTime),
    liquidationTime: BigInt(loan.liquidationTime),
    liquidated: null,
    claim: null,
    isActive: true,
    isLiquidated: false,
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <LoanCard calls={scheduleLoanCalls(contracts, schedule.vestingId)} loan={record} />
      <LiquidationText />
    </div>
  )
}
