"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { describeLoan } from "@/components/loans/loan-figures"
import { LoanTerms } from "@/components/loans/loan-terms"
import { PricePicture } from "@/components/loans/price-picture"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { ReadFailure } from "@/components/ticket/quote-status"
import { useOwnActionQuote } from "@/components/ticket/use-action-quote"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount } from "@/lib/format"
import { readLoanRoute } from "@/lib/loans/onchain"
import { loanDays } from "@/lib/vesting/math"
import type { ScheduleDialogProps } from "./dialog-props"

/** A loan on all unclaimed tokens of a schedule: its payout, cost and risk. */
export function LoanDialog({ schedule, state, calls, onClose, onSend }: ScheduleDialogProps) {
  const { contracts } = useBrowserConfig()
  const { symbol } = schedule.token
  const token = toAddress(schedule.token.address)
  const query = useChainQuery({
    key: ["loan-route", token, state.beneficiary],
    read: (client) => readLoanRoute(client, contracts, token, state.beneficiary),
  })
  const collateral = state.totalAmount - state.claimedAmount
  const days = loanDays(state.endTime, state.now)
  const route = query.data
  const terms = route && describeLoan(route, collateral, { days, now: state.now })
  const label = terms?.isPossible ? `Borrow ${formatAmount(terms.payout)} USDB` : "Borrow"
  const { vestingId } = schedule
  const action = { action: "loan.take" as const, source: "vesting" as const, vestingId }
  const quoted = useOwnActionQuote(terms?.isPossible ? action : null, label)
  const isBlocked = !terms?.isPossible || quoted.rejection !== null
  return (
    <Dialog
      description={`All unclaimed ${symbol} become collateral for ${days} days: until the schedule ends, and 10 more. Nothing can be claimed until the loan is repaid; the tokens go on vesting.`}
      isOpen
      onClose={onClose}
      title="Borrow on the schedule"
    >
      <Form
        className="grid gap-4"
        onSubmit={() => !isBlocked && onSend({ ...calls.takeLoan(label), action })}
      >
        <ReadFailure query={query} />
        {terms ? <LoanTerms symbol={symbol} terms={terms} /> : <Skeleton className="h-64" />}
        {schedule.isAuto && (
          <Notice title="Reward shares end" tone="warning">
            <p>
              Shares that you earned by buying these tokens end with the loan, and do not come back.
            </p>
          </Notice>
        )}
        {terms && !terms.isPossible && (
          <Notice title="Too little to borrow on" tone="warning">
            <p>A loan is at least 0.99 USDB. These tokens are worth less as collateral.</p>
          </Notice>
        )}
        {route && (
          <PricePicture
            isStable={(route.token ?? route.tide).multiplier === 100n}
            symbol={symbol}
          />
        )}
        <LiquidationText />
        <QuoteNotices quoted={quoted} />
        <Button disabled={isBlocked} type="submit">
          {label}
        </Button>
      </Form>
    </Dialog>
  )
}

/** How a loan on a schedule differs from other loans. */
export function LiquidationText() {
  return (
    <p className="text-sm text-muted">
      If the loan is liquidated, what it leaves goes back to the schedule at once, which goes on
      with it as its new total. What was vested and not claimed shrinks in proportion.
    </p>
  )
}
