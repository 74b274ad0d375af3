"use client"

import { useState } from "react"
import { encodeFunctionData } from "viem"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import type { PanelToken } from "./panel-token"

/** Opens a frozen token to everybody, after a confirmation: it cannot be undone. */
export function DisableFreeze({ token, isFrozen }: { token: PanelToken; isFrozen: boolean }) {
  const address = toAddress(token.address)
  const [isAsking, setIsAsking] = useState(false)
  const transaction = useTransaction({
    name: `open.${address}`,
    title: `Open ${token.symbol} to everybody`,
  })
  const open = () => {
    setIsAsking(false)
    return transaction.run({
      call: {
        to: address,
        data: encodeFunctionData({ abi: factoryTokenAbi, functionName: "DisableFreeze" }),
      },
    })
  }
  return (
    <div className="grid gap-3">
      {isFrozen ? (
        <>
          <p className="text-sm text-muted">
            While <bdi>{token.symbol}</bdi> is frozen only whitelisted wallets can buy it. Opening
            it lets everybody buy, and cannot be undone.
          </p>
          <Button
            variant="danger"
            onClick={() => setIsAsking(true)}
            pending={transaction.isRunning}
          >
            Open to everybody
          </Button>
        </>
      ) : (
        <p className="text-sm text-muted">
          Everybody can buy <bdi>{token.symbol}</bdi>. A token that is open cannot be frozen again.
        </p>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success={`${token.symbol} is open to everybody`}
      />
      <Dialog
        footer={
          <div className="grid grid-cols-2 gap-2">
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Keep it frozen
            </Button>
            <Button variant="danger" onClick={open}>
              Open for good
            </Button>
          </div>
        }
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Open ${token.symbol} to everybody?`}
      >
        <p className="text-sm">
          From then on every wallet can buy at the pool’s price, and the whitelist no longer counts.
          A token that was opened cannot be frozen again.
        </p>
      </Dialog>
    </div>
  )
}
