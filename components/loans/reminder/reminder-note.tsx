"use client"

import Link from "next/link"
import { useState } from "react"
import { IconButton } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { useNow } from "@/components/ui/use-now"
import { formatAmount, formatDuration } from "@/lib/format"
import { findReminderStep, loanLabel, loanPath, type ReminderStep } from "@/lib/loans/reminders"
import { dismiss, readDismissed } from "./dismissed"
import { type DueLoan, useDueLoans } from "./use-due-loans"

const TICK_MS = 30_000

type Reminder = { loan: DueLoan; step: ReminderStep; id: string; left: number }

/** The loan that expires first, seven days and one day before its expiry and after it, until each is dismissed. */
export default function ReminderNote({ wallet }: { wallet: string }) {
  const answer = useDueLoans(wallet)
  const now = useNow(TICK_MS)
  const [dismissed, setDismissed] = useState(() => readDismissed(wallet))
  if (!answer) return null
  const chainSeconds = Math.floor((now + answer.clockOffset) / 1_000)
  const reminders = answer.loans.flatMap((loan) => toReminder(loan, chainSeconds))
  const shown = reminders.filter(({ id }) => !dismissed.includes(id))
  const [first] = shown
  if (!first) return null
  return (
    <aside
      aria-label="Loan reminder"
      className="border-t border-line bg-sand-soft"
      data-testid="loan-reminder"
    >
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 text-sm sm:px-6" role="status">
        <span className="text-sand">
          <Icon name="clock" size={18} />
        </span>
        <p className="min-w-0 flex-1 py-2">
          {describeReminder(first)}{" "}
          <Link className="text-link font-medium" href={loanPath(first.loan)} prefetch={false}>
            Repay or extend
          </Link>
          {shown.length > 1 && ` · ${shown.length - 1} more`}
        </p>
        <IconButton
          icon="close"
          iconSize={18}
          label="Dismiss this reminder"
          onClick={() => setDismissed(dismiss(wallet, first.id, reminders))}
        />
      </div>
    </aside>
  )
}

function toReminder(loan: DueLoan, now: number): Reminder[] {
  const step = findReminderStep(loan.liquidationTime, now)
  if (!step) return []
  const id = `${loanLabel(loan)}.${loan.liquidationTime}.${step}`
  return [{ loan, step, id, left: loan.liquidationTime - now }]
}

function describeReminder({ loan, step, left }: Reminder) {
  const what = `${formatAmount(BigInt(loan.collateralAmount))} ${loan.symbol}`
  const debt = `${formatAmount(BigInt(loan.fullAmount))} USDB`
  if (step === "expired") return `Your loan of ${debt} on ${what} has expired.`
  return `Your loan of ${debt} on ${what} expires in ${formatDuration(left)}.`
}
