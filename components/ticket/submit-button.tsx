import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import type { useWallet } from "@/components/wallet/use-wallet"

type Props = {
  wallet: ReturnType<typeof useWallet>
  connectLabel: string
  label: string
  isBlocked: boolean
  isBusy: boolean
  /** The token to approve first; null where no approval is needed. */
  approvalSymbol: string | null
}

/** Connects a wallet, switches its chain, or submits the ticket: what comes next. */
export function SubmitButton(props: Props) {
  const { wallet, connectLabel, label, isBlocked, isBusy, approvalSymbol } = props
  return (
    <RequireWallet connectLabel={connectLabel} wallet={wallet}>
      <div className="grid gap-1">
        <Button className="min-h-12" disabled={isBlocked} pending={isBusy} type="submit">
          {label}
        </Button>
        {approvalSymbol !== null && (
          <p className="text-center text-xs text-muted">
            Your wallet asks twice: first to approve {approvalSymbol}, then to confirm the
            transaction.
          </p>
        )}
      </div>
    </RequireWallet>
  )
}
