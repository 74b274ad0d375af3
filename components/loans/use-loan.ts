"use client"

import { useRef } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { useNow } from "@/components/ui/use-now"
import { useWallet } from "@/components/wallet/use-wallet"
import { readLoanRoute } from "@/lib/loans/onchain"
import { readClockOffset, readLoan } from "@/lib/loans/read-loan"
import { type LoanRecord, loanName, loanStatus } from "@/lib/loans/record"

/** A loan as the chain has it, with its pools and its status in chain time; until it is read, `loan` of the index. */
export function useLoan(loan: LoanRecord) {
  const { contracts } = useBrowserConfig()
  const { address } = useWallet()
  const query = useChainQuery({
    key: ["loan", loanName(loan), address],
    read: async (client) => {
      const [record, route, clockOffset] = await Promise.all([
        readLoan(client, contracts, loan),
        readLoanRoute(client, contracts, loan.token.address, address),
        readClockOffset(client),
      ])
      return { record, route, clockOffset }
    },
  })
  const clockOffset = query.data?.clockOffset ?? 0
  const record = query.data ? { ...query.data.record, token: loan.token } : loan
  const now = useChainSeconds(clockOffset)
  return {
    record,
    route: query.data?.route ?? null,
    clockOffset,
    now,
    status: loanStatus(record, now),
    query,
  }
}

/** The chain's time in seconds; advances with the browser's clock. */
export function useChainSeconds(clockOffset: number): bigint {
  return BigInt(Math.floor((useNow() + clockOffset) / 1_000))
}

/** The value from before `isFrozen`: the confirmed figures do not change while the transaction runs. */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const last = useRef(value)
  if (!isFrozen) last.current = value
  return last.current
}
