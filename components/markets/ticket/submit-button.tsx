import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import type { useWallet } from "@/components/wallet/use-wallet"
import type { Purchase } from "./use-purchase"

type Props = {
  purchase: Purchase
  wallet: ReturnType<typeof useWallet>
  symbol: string
}

/** Connect, switch the chain, or buy: what comes next. */
export function SubmitButton({ purchase, wallet, symbol }: Props) {
  const { isBlocked, obstacle, needsApproval, transaction } = purchase
  const asksTwice = needsApproval && obstacle === null && !transaction.isRunning
  return (
    <RequireWallet connectLabel="Connect a wallet to buy" wallet={wallet}>
      <div className="grid gap-1">
        <Button
          className="min-h-12"
          disabled={isBlocked}
          pending={transaction.isRunning}
          type="submit"
        >
          {submitLabel(purchase)}
        </Button>
        {asksTwice && (
          <p className="text-center text-xs text-muted">
            Two requests come to your wallet: first to let the market take your {symbol}, then the
            purchase.
          </p>
        )}
      </div>
    </RequireWallet>
  )
}

function submitLabel({ obstacle, needsApproval }: Purchase) {
  if (obstacle === "empty") return "Enter an amount"
  return needsApproval ? "Approve and buy shares" : "Buy shares"
}
