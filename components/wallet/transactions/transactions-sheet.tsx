"use client"

import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Sheet } from "@/components/ui/dialog"
import { EmptyState } from "@/components/ui/states"
import { useWalletState } from "@/components/wallet/store"
import { clearFinished, selectTransactions, useTransactions } from "./store"
import { isInProgress, type StoredTransaction } from "./stored-transaction"
import { TransactionRow } from "./transaction-row"

type Props = { isOpen: boolean; onClose: () => void }

/** The transactions sent from this browser: those of the connected wallet, and pending ones of others. */
export function TransactionsSheet({ isOpen, onClose }: Props) {
  const { chainId } = useBrowserConfig()
  const { address } = useWalletState()
  const transactions = useTransactions()
  const own = selectTransactions(transactions, chainId, address)
  const others = transactions.filter(
    (each) => each.chainId === chainId && each.from !== address && isInProgress(each),
  )
  const hasFinished = own.some((each) => !isInProgress(each))
  return (
    <Sheet
      footer={
        hasFinished && address ? (
          <Button
            className="w-full"
            onClick={() => clearFinished(chainId, address)}
            variant="quiet"
          >
            Clear completed
          </Button>
        ) : undefined
      }
      isOpen={isOpen}
      onClose={onClose}
      title="Transactions"
    >
      {own.length === 0 && others.length === 0 ? (
        <EmptyState icon="clock" title="No transactions yet">
          Transactions you send from this browser appear here with their status.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          <TransactionList onLeave={onClose} transactions={own} />
          {others.length > 0 && (
            <section className="grid gap-2">
              <h3 className="text-sm font-semibold">Your other wallets</h3>
              <TransactionList onLeave={onClose} transactions={others} />
            </section>
          )}
        </div>
      )}
    </Sheet>
  )
}

type TransactionListProps = { transactions: readonly StoredTransaction[]; onLeave: () => void }

function TransactionList({ transactions, onLeave }: TransactionListProps) {
  return (
    <ul className="grid gap-3">
      {transactions.map((transaction) => (
        <li key={transaction.id}>
          <TransactionRow onLeave={onLeave} transaction={transaction} />
        </li>
      ))}
    </ul>
  )
}
