"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Sheet } from "@/components/ui/sheet"
import { EmptyState } from "@/components/ui/states"
import { useWalletState } from "@/components/wallet/store"
import {
  clearFinished,
  isInProgress,
  type StoredTransaction,
  selectTransactions,
  useTransactions,
} from "./store"
import { TransactionRow } from "./transaction-row"

type Props = { isOpen: boolean; onClose: () => void }

/** What this browser has sent: where each transaction stands, and how to go on. */
export function TransactionsSheet({ isOpen, onClose }: Props) {
  const { chainId } = useBrowserConfig()
  const { address } = useWalletState()
  const entries = useTransactions()
  const own = selectTransactions(entries, chainId, address)
  const others = entries.filter(
    (entry) => entry.chainId === chainId && entry.from !== address && isInProgress(entry),
  )
  const hasEnded = own.some((entry) => !isInProgress(entry))
  return (
    <Sheet
      footer={
        hasEnded && address ? (
          <Button
            className="w-full"
            variant="quiet"
            onClick={() => clearFinished(chainId, address)}
          >
            Clear the finished ones
          </Button>
        ) : undefined
      }
      isOpen={isOpen}
      onClose={onClose}
      title="Transactions"
    >
      {own.length === 0 && others.length === 0 ? (
        <EmptyState icon="clock" title="Nothing sent from here yet">
          Trades, launches and claims of this browser appear here, with what became of them.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          <Rows entries={own} onLeave={onClose} />
          {others.length > 0 && (
            <section className="grid gap-2">
              <h3 className="text-sm font-semibold">From your other wallets</h3>
              <Rows entries={others} onLeave={onClose} />
            </section>
          )}
        </div>
      )}
    </Sheet>
  )
}

function Rows({
  entries,
  onLeave,
}: {
  entries: readonly StoredTransaction[]
  onLeave: () => void
}) {
  return (
    <ul className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id}>
          <TransactionRow entry={entry} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}
