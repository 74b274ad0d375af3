"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { useWallet } from "@/components/wallet/use-wallet"
import { hubCalls } from "@/lib/loans/calls"
import { loanName } from "@/lib/loans/record"
import { LoanCard } from "./loan-card"
import { toLoanRecord, type WalletLoanData } from "./loan-data"

/** Expired loans of other wallets, which any wallet can liquidate. */
export function ExpiredLoans({ loans }: { loans: readonly WalletLoanData[] }) {
  const { contracts } = useBrowserConfig()
  const { address } = useWallet()
  const calls = hubCalls(contracts)
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {loans
        .map(toLoanRecord)
        .filter(({ owner }) => owner !== address)
        .map((loan) => (
          <li className="grid" key={loanName(loan)}>
            <LoanCard calls={calls} loan={loan} />
          </li>
        ))}
    </ul>
  )
}
