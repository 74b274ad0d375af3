"use client"

import type { ReactNode } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Icon } from "@/components/ui/icon"
import { EmptyState } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import { hubCalls } from "@/lib/loans/calls"
import { loanName } from "@/lib/loans/record"
import { loanLabel } from "@/lib/loans/reminders"
import { LoanCard } from "./loan-card"
import { toLoanRecord } from "./loan-data"
import { LoansSkeleton } from "./loans-skeleton"

/** Loans that the connected wallet has taken through the loan hub, open ones first. */
export function OwnLoans({ version }: { version: string }) {
  const { contracts } = useBrowserConfig()
  const { status } = useWallet()
  const loans = useWalletData({
    subject: "loans",
    version,
    load: (wallet, signal) =>
      callApi("GET /api/internal/loans", { query: { wallet, source: "hub" } }, { signal }),
  })?.data
  if (status === "disconnected") {
    return (
      <EmptyState icon="wallet" title="No wallet connected">
        Connect a wallet to see its loans.
      </EmptyState>
    )
  }
  if (!loans) return <LoansSkeleton />
  if (loans.length === 0) {
    return (
      <EmptyState icon="loan" title="No loans">
        What you borrow appears here, with the time until it expires.
      </EmptyState>
    )
  }
  const calls = hubCalls(contracts)
  const wallet = loans[0]?.wallet
  return (
    <div className="grid gap-4">
      {wallet && loans.some(({ active }) => active) && (
        <p className="text-sm text-muted">
          Be reminded seven days and one day before each loan expires:{" "}
          <CalendarLink wallet={wallet}>calendar file of all open loans</CalendarLink>
        </p>
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {loans.map(toLoanRecord).map((loan) => (
          <li className="grid" key={loanName(loan)}>
            <LoanCard calls={calls} loan={loan}>
              <CalendarLink
                loan={loanLabel({ source: loan.source, loanId: Number(loan.coreId) })}
                wallet={loan.owner}
              >
                Calendar
              </CalendarLink>
            </LoanCard>
          </li>
        ))}
      </ul>
    </div>
  )
}

type CalendarLinkProps = { wallet: string; loan?: string; children: ReactNode }

/** A file with the expiry and two alarms, of one loan or of all. */
function CalendarLink({ wallet, loan, children }: CalendarLinkProps) {
  const query = new URLSearchParams({ wallet, ...(loan && { loan }) })
  return (
    <a
      className="text-link inline-flex min-h-11 items-center gap-1 text-sm"
      download
      href={`/borrow/calendar.ics?${query}`}
    >
      <Icon name="calendar" size={16} />
      {children}
    </a>
  )
}
