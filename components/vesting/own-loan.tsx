"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { LoanCard } from "@/components/loans/loan-card"
import { toAddress } from "@/lib/chain/browser"
import type { LoanRecord } from "@/lib/loans/record"
import { scheduleLoanCalls } from "@/lib/vesting/calls"
import type { ScheduleLoan, ScheduleView } from "@/lib/vesting/schedule-queries"
import { LiquidationText } from "./loan-dialog"

type Props = { schedule: ScheduleView; loan: ScheduleLoan }

/** The loan on a schedule: a schedule's loan can be repaid, and neither extended nor increased. */
export function OwnLoan({ schedule, loan }: Props) {
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
