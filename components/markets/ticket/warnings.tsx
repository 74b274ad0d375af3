import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { classifyImpact } from "@/components/ticket/price-impact"
import { QuoteWarnings } from "@/components/ticket/warnings"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { Purchase } from "./use-purchase"
import type { Blocker } from "./validation"

type Props = { purchase: Purchase; symbol: string }

/** What blocks a purchase, or should be known before it is sent. */
export function PurchaseWarnings({ purchase, symbol }: Props) {
  const { balance, blocker, consent, quote, rejection, slip, status, transaction, typed } = purchase
  if (transaction.isRunning) return null
  if (blocker) return <BlockerNotice blocker={blocker} symbol={symbol} />
  if (!quote || typed === null) return null
  if (status === "rejected") {
    return (
      <>
        <FailureNotice failure={describeFailure(rejection)} />
        <PoolOnlyNotice purchase={purchase} />
      </>
    )
  }
  const level = classifyImpact(quote.impact)
  return (
    <QuoteWarnings
      amountIn={typed}
      balance={balance}
      consent={consent}
      impact={quote.impact}
      // No impact blocks a purchase: in an unlikely outcome small ones have a large one.
      level={level === "extreme" ? "severe" : level}
      onAccept={slip.accept}
      slippedBy={slip.slippedBy}
      symbol={symbol}
    />
  )
}

/** After a failed purchase, which may have failed at the orders: the same from the pool alone. */
export function PoolOnlyNotice({ purchase }: { purchase: Purchase }) {
  if (!purchase.canSkipOrders) return null
  return (
    <Notice
      action={
        <Button onClick={purchase.skipOrders} variant="secondary">
          Buy from the pool only
        </Button>
      }
      title="The order book may have changed"
    >
      <p>You can buy for the same amount from the pool, without orders.</p>
    </Notice>
  )
}

function BlockerNotice({ blocker, symbol }: { blocker: Blocker; symbol: string }) {
  switch (blocker) {
    case "balance":
      return <BalanceNotice symbol={symbol} />
    case "gas":
      return (
        <Notice title="Insufficient ETH for the network fee" tone="warning">
          <p>Send ETH to your wallet first.</p>
        </Notice>
      )
    case "tooSmall":
      return (
        <Notice title="Minimum purchase is 1 USDB" tone="warning">
          <p>Enter {symbol === "USDB" ? "1 USDB" : `${symbol} worth 1 USDB`} or more.</p>
        </Notice>
      )
    case "notAdmitted":
      return (
        <Notice title="This wallet cannot buy here" tone="warning">
          <p>Only wallets on the buyer list can buy in this private market. Ask its creator.</p>
        </Notice>
      )
    case "noOrders":
      return (
        <Notice title="No shares are for sale">
          <p>There are no open orders for this outcome. New orders appear here automatically.</p>
        </Notice>
      )
    case "final":
      return (
        <Notice title="The outcome is final">
          <p>Shares can no longer be bought. Winners redeem on this page or in their portfolio.</p>
        </Notice>
      )
    default:
      return null
  }
}

function BalanceNotice({ symbol }: { symbol: string }) {
  const isUsdb = symbol === "USDB"
  return (
    <Notice
      action={
        isUsdb && (
          <ButtonLink href="/faucet" variant="secondary">
            Get USDB
          </ButtonLink>
        )
      }
      title={`Insufficient ${symbol} balance`}
      tone="warning"
    >
      <p>{isUsdb ? "The faucet pays out USDB daily." : "Enter less, or pay with another token."}</p>
    </Notice>
  )
}
