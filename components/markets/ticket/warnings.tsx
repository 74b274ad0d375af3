import { classifyImpact } from "@/components/ticket/price-impact"
import { QuoteNotices } from "@/components/ticket/quote-notices"
import { QuoteWarnings } from "@/components/ticket/warnings"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { Purchase } from "./use-purchase"
import type { Blocker } from "./validation"

type Props = { purchase: Purchase; symbol: string }

/** Blockers of a purchase, and warnings before it is sent. */
export function PurchaseWarnings({ purchase, symbol }: Props) {
  const { balance, blocker, consent, quote, quoted, slip, transaction, typed } = purchase
  if (transaction.isRunning) return null
  if (blocker) return <BlockerNotice blocker={blocker} symbol={symbol} />
  if (!quote || typed === null) return null
  if (quoted.rejection) {
    return (
      <>
        <QuoteNotices quoted={quoted} />
        <PoolOnlyNotice purchase={purchase} />
      </>
    )
  }
  const level = classifyImpact(quote.impact)
  return (
    <>
      <QuoteNotices quoted={quoted} />
      <QuoteWarnings
        amountIn={typed}
        balance={balance}
        consent={consent}
        impact={quote.impact}
        // Price impact never blocks a purchase: on an unlikely outcome even a small one has a large impact.
        level={level === "extreme" ? "severe" : level}
        onAccept={slip.accept}
        slippedBy={slip.slippedBy}
        symbol={symbol}
      />
    </>
  )
}

/** Offers to repeat a failed purchase without orders, which may be filled or cancelled by now. */
export function PoolOnlyNotice({ purchase }: { purchase: Purchase }) {
  if (!purchase.canSkipOrders) return null
  return (
    <Notice
      action={
        <Button onClick={purchase.skipOrders} variant="secondary">
          Buy from the pool only
        </Button>
      }
      title="The order book has changed"
    >
      <p>You can spend the same amount in the pool, without orders.</p>
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
        <Notice title="This wallet is not on the buyer list" tone="warning">
          <p>Only listed wallets can buy in this private market. The creator manages the list.</p>
        </Notice>
      )
    case "noOrders":
      return (
        <Notice title="No shares for sale">
          <p>There are no open orders for this outcome. New orders appear here automatically.</p>
        </Notice>
      )
    case "final":
      return (
        <Notice title="Market resolved">
          <p>Shares can no longer be bought. Redeem winning shares here or in your portfolio.</p>
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
