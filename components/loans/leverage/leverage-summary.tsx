import Link from "next/link"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { formatAmount, formatDateTime } from "@/lib/format"
import type { LeverageReceipt } from "./requests"

type Props = {
  receipt: LeverageReceipt
  hash: string
  isIndexed: boolean
  symbol: string
  wallet: string
  onAgain: () => void
}

/** The opened position, and where it is found. */
export function LeverageSummary({ receipt, hash, isIndexed, symbol, wallet, onAgain }: Props) {
  const { id, collateral, spent, expiresAt } = receipt
  return (
    <div className="grid gap-3" data-testid="leverage-summary">
      <Notice title={`Position ${id} holds ${formatAmount(collateral)} ${symbol}`} tone="good">
        <p>
          Paid {formatAmount(spent)} USDB. It expires on {formatDateTime(expiresAt)}.
        </p>
        {!isIndexed && (
          <p className="text-muted">Not indexed yet: lists will show the position shortly.</p>
        )}
        <p>
          <Link className="text-link inline-flex min-h-11 items-center" href={`/tx/${hash}`}>
            View transaction
          </Link>
        </p>
      </Notice>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onAgain} variant="secondary">
          Buy more
        </Button>
        <ButtonLink href={`/portfolio/${wallet}#leverage`} variant="secondary">
          Portfolio
        </ButtonLink>
      </div>
    </div>
  )
}
