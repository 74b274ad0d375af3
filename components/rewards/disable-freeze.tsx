"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { unfreezeCall } from "@/lib/tokens/creator-calls"
import type { PanelToken } from "./panel-token"

/** Unfreezes a token after a confirmation, since it cannot be undone. */
export function DisableFreeze({ token, isFrozen }: { token: PanelToken; isFrozen: boolean }) {
  const address = toAddress(token.address)
  const [isConfirming, setConfirming] = useState(false)
  const transaction = useTransaction({
    name: `open.${address}`,
    title: `Unfreeze ${token.symbol}`,
  })
  const unfreeze = () => {
    setConfirming(false)
    return transaction.run({ call: unfreezeCall(address), action: null })
  }
  return (
    <div className="grid gap-3">
      {isFrozen ? (
        <>
          <p className="text-sm text-muted">
            While <bdi>{token.symbol}</bdi> is frozen, only whitelisted wallets can buy it. Once
            unfrozen, anyone can buy it. This cannot be undone.
          </p>
          <Button
            variant="danger"
            onClick={() => setConfirming(true)}
            pending={transaction.isRunning}
          >
            Unfreeze token
          </Button>
        </>
      ) : (
        <p className="text-sm text-muted">
          Anyone can buy <bdi>{token.symbol}</bdi>. It cannot be frozen again.
        </p>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success={`${token.symbol} is unfrozen`}
      />
      <Dialog
        footer={
          <div className="grid grid-cols-2 gap-2">
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={unfreeze}>
              Unfreeze permanently
            </Button>
          </div>
        }
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Unfreeze ${token.symbol}?`}
      >
        <p className="text-sm">
          Anyone can then buy at the pool’s price, and the whitelist no longer applies. The token
          cannot be frozen again.
        </p>
      </Dialog>
    </div>
  )
}
