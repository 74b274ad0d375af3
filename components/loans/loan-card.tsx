"use client"

import Link from "next/link"
import { type ReactNode, useState } from "react"
import { ReadFailure } from "@/components/ticket/quote-status"
import { TokenLogo } from "@/components/tokens/token-logo"
import { Button } from "@/components/ui/button"
import { Countdown } from "@/components/ui/countdown"
import { Badge, DetailRow } from "@/components/ui/figures"
import { LocalTime } from "@/components/ui/local-time"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { Skeleton } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import type { LoanCalls } from "@/lib/loans/calls"
import { type LoanRoute, loanValue, quoteLiquidation } from "@/lib/loans/math"
import { type LoanRecord, type LoanStatus, toMathLoan } from "@/lib/loans/record"
import { type LoanCardAction, listActions } from "./actions/available"
import { ExtendDialog, RefinanceDialog } from "./actions/extend-dialog"
import { IncreaseDialog } from "./actions/increase-dialog"
import { RepayDialog } from "./actions/repay-dialog"
import { SellDialog } from "./actions/sell-dialog"
import { ClaimDialog, LiquidateDialog } from "./actions/settle-dialogs"
import { TokenAmount } from "./loan-terms"
import { useLoan } from "./use-loan"

const DAY_SECONDS = 86_400n
/** From when on the expiry is marked. */
const SOON_DAYS = 7n

type Props = {
  /** The loan as indexed, shown until the chain has answered. */
  loan: LoanRecord
  calls: LoanCalls
  /** Instead of the figures of a loan. */
  figures?: ReactNode
  /** Other content about the loan, such as a link to its calendar file. */
  children?: ReactNode
}

/** A loan or leverage position with its countdown and its actions. */
export function LoanCard({ loan: indexed, calls, figures, children }: Props) {
  const [open, setOpen] = useState<LoanCardAction | null>(null)
  const { address } = useWallet()
  const { record: loan, route, clockOffset, now, status, query } = useLoan(indexed)
  const isOwner = address === loan.owner
  return (
    <article
      aria-label={`Loan on ${loan.token.symbol}`}
      className="grid content-start gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
      data-status={status}
      data-testid="loan-card"
    >
      <CardHeader clockOffset={clockOffset} loan={loan} now={now} status={status} />
      {figures ?? <Figures loan={loan} route={route} status={status} />}
      <ReadFailure query={query} />
      <StatusNotice loan={loan} route={route} status={status} />
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {route &&
          listActions({ loan, status, calls, route, now, isOwner }).map(({ action, label }) => (
            <Button
              key={action}
              onClick={() => setOpen(action)}
              size="sm"
              variant={isMainAction(action, loan) ? "primary" : "secondary"}
            >
              {label}
            </Button>
          ))}
        {status === "open" && children}
      </div>
      {route && open && (
        <OpenDialog
          action={open}
          calls={calls}
          loan={loan}
          now={now}
          onClose={() => setOpen(null)}
          route={route}
        />
      )}
    </article>
  )
}

/** A position is closed with its collateral, a loan is repaid. */
const isMainAction = (action: LoanCardAction, { source }: LoanRecord) =>
  action === "claim" || action === (source === "leverage" ? "sell" : "repay")

type HeaderProps = { loan: LoanRecord; status: LoanStatus; now: bigint; clockOffset: number }

function CardHeader({ loan, status, now, clockOffset }: HeaderProps) {
  const { token, collateral, liquidationTime } = loan
  const expiry = Number(liquidationTime) * 1_000
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <TokenLogo address={token.address} image={token.image} size={36} symbol={token.symbol} />
      <h3 className="grid min-w-0 flex-1 text-base">
        <Link
          className="relative flex min-w-0 gap-1 before:absolute before:inset-x-0 before:-inset-y-3 hover:underline"
          href={`/tokens/${token.address}`}
          prefetch={false}
        >
          {formatAmount(collateral)} <bdi className="min-w-0 truncate">{token.symbol}</bdi>
        </Link>
        <span className="text-sm font-normal text-muted">{describeSource(loan)}</span>
      </h3>
      <span className="grid justify-items-end gap-1">
        <StatusBadge isSoon={liquidationTime - now <= SOON_DAYS * DAY_SECONDS} status={status} />
        {status === "open" && (
          <span className="text-sm">
            <Countdown label="Expires in" to={new Date(expiry - clockOffset)} />
          </span>
        )}
      </span>
    </header>
  )
}

function describeSource({ source, hubId, coreId }: LoanRecord): string {
  if (source === "leverage") return `Leverage position ${coreId}`
  if (source === "vault") return "Loan on locked shares"
  return source === "vesting" ? "Loan on a schedule" : `Loan ${hubId}`
}

function StatusBadge({ status, isSoon }: { status: LoanStatus; isSoon: boolean }) {
  if (status === "expired") return <Badge tone="down">Expired</Badge>
  if (status === "liquidated") return <Badge>Liquidated</Badge>
  if (status === "closed") return <Badge>Closed</Badge>
  return isSoon ? <Badge tone="warning">Expires soon</Badge> : <Badge tone="up">Open</Badge>
}

const expiryLabels: Record<LoanStatus, string> = {
  open: "Expires",
  expired: "Expired",
  liquidated: "Expired",
  closed: "Would have expired",
}

type FiguresProps = { loan: LoanRecord; route: LoanRoute | null; status: LoanStatus }

function Figures({ loan, route, status }: FiguresProps) {
  const isOpen = status === "open" || status === "expired"
  return (
    <dl>
      {isOpen && (
        <>
          <DetailRow label="Debt to repay">
            <Amount unit="USDB" value={loan.debt} />
          </DetailRow>
          <DetailRow label="Collateral value now">
            {route ? (
              <Amount unit="USDB" value={loanValue(route, loan.collateral).debt} />
            ) : (
              <Skeleton className="h-5 w-24" />
            )}
          </DetailRow>
        </>
      )}
      <DetailRow label="Received so far">
        <Amount unit="USDB" value={loan.borrowed} />
      </DetailRow>
      <DetailRow label={expiryLabels[status]}>
        <LocalTime time={new Date(Number(loan.liquidationTime) * 1_000)} />
      </DetailRow>
    </dl>
  )
}

/** The effect of an expiry or a liquidation on the collateral. */
function StatusNotice({ loan, route, status }: FiguresProps) {
  const { symbol } = loan.token
  if (status === "expired") {
    const claim = route && quoteLiquidation(route, toMathLoan(loan)).claim
    return (
      <Notice title="Expired: repay before somebody liquidates it" tone="bad">
        <p>
          Anybody may liquidate it now.
          {claim !== null && (
            <>
              {" "}
              That would leave {formatAmount(claim)} <bdi>{symbol}</bdi> to claim.
            </>
          )}
        </p>
      </Notice>
    )
  }
  if (status === "liquidated" && loan.liquidated !== null && loan.claim !== null) {
    return (
      <dl>
        <DetailRow label="Burned for the debt">
          <TokenAmount symbol={symbol} value={loan.liquidated} />
        </DetailRow>
        <DetailRow label="Left to claim">
          <TokenAmount symbol={symbol} value={loan.claim} />
        </DetailRow>
      </dl>
    )
  }
  return null
}

type DialogProps = {
  action: LoanCardAction
  loan: LoanRecord
  calls: LoanCalls
  route: LoanRoute
  now: bigint
  onClose: () => void
}

function OpenDialog({ action, ...props }: DialogProps) {
  const { increase, sell, claim } = props.calls
  if (action === "repay") return <RepayDialog {...props} />
  if (action === "extend") return <ExtendDialog {...props} />
  if (action === "refinance") return <RefinanceDialog {...props} />
  if (action === "increase" && increase) return <IncreaseDialog {...props} increase={increase} />
  if (action === "sell" && sell) return <SellDialog {...props} sell={sell} />
  if (action === "claim" && claim) return <ClaimDialog {...props} claim={claim} />
  return <LiquidateDialog {...props} />
}
