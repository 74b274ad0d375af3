"use client"

import { useOptionalConfig } from "@/components/chain/browser-config"
import { Icon } from "@/components/ui/icon"
import { openTransactions, useWalletState } from "@/components/wallet/store"
import { isInProgress, selectTransactions, useTransactions } from "./store"

/** Opens the list of own transactions; says how many are under way. */
export function TransactionsButton() {
  const config = useOptionalConfig()
  const { address } = useWalletState()
  const entries = useTransactions()
  if (!config) return null
  const count = selectTransactions(entries, config.chainId, address).filter(isInProgress).length
  return (
    <button
      aria-label={count > 0 ? `Transactions, ${count} under way` : "Transactions"}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      onClick={openTransactions}
      title="Transactions"
      type="button"
    >
      <Icon name="clock" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-1 right-1 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </button>
  )
}
