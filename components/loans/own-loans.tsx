"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { EmptyState } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import { loanName } from "./loan"
import { hubCalls } from "./loan-calls"
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
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {loans.map(toLoanRecord).map((loan) => (
        <li className="grid" key={loanName(loan)}>
          <LoanCard calls={calls} loan={loan} />
        </li>
      ))}
    </ul>
  )
}
