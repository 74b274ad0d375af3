import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { classifyImpact, findLargeShare } from "@/components/swap/validation"
import {
  ConsentField,
  ImpactNotice,
  LargeShareNotice,
  PriceMovedNotice,
} from "@/components/ticket/notices"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { PoolOnlyNotice } from "./pool-only"
import type { Purchase } from "./use-purchase"
import type { Blocker } from "./validation"

type Props = { purchase: Purchase; symbol: string }

/** What stands in the way of a purchase, or should be known before it is sent. */
export function PurchaseWarnings({ purchase, symbol }: Props) {
  const { balance, consent, obstacle, quote, refusal, standing, transaction, typed, worse } =
    purchase
  if (transaction.isRunning) return null
  if (obstacle) return <BlockerNotice obstacle={obstacle} symbol={symbol} />
  if (!quote || typed === null) return null
  if (standing === "refused") {
    return (
      <>
        <FailureNotice failure={describeFailure(refusal)} />
        <PoolOnlyNotice purchase={purchase} />
      </>
    )
  }
  const level = classifyImpact(quote.impact)
  const share = balance === undefined ? null : findLargeShare(typed, balance)
  return (
    <>
      {/* No purchase is held back for its impact: in an unlikely outcome small ones have a large one. */}
      <ImpactNotice impact={quote.impact} level={level === "extreme" ? "severe" : level} />
      {share !== null && <LargeShareNotice percentUsed={share} symbol={symbol} />}
      {consent.isAsked && (
        <ConsentField impact={quote.impact} onChange={consent.setText} text={consent.text} />
      )}
      {worse.by !== null && <PriceMovedNotice onAccept={worse.accept} worse={worse.by} />}
    </>
  )
}

function BlockerNotice({ obstacle: blocker, symbol }: { obstacle: Blocker; symbol: string }) {
  switch (blocker) {
    case "balance":
      return <BalanceNotice symbol={symbol} />
    case "gas":
      return (
        <Notice title="Your wallet has nothing to pay the network fee with" tone="warning">
          <p>Send it some of the chain’s native coin first.</p>
        </Notice>
      )
    case "tooSmall":
      return (
        <Notice title="The least purchase is 1 USDB" tone="warning">
          <p>Enter {symbol === "USDB" ? "1 USDB" : `${symbol} worth 1 USDB`} or more.</p>
        </Notice>
      )
    case "notAdmitted":
      return (
        <Notice title="This wallet is not admitted" tone="warning">
          <p>
            Only wallets the creator has admitted may buy in this private market. Ask the creator.
          </p>
        </Notice>
      )
    case "noOrders":
      return (
        <Notice title="No shares are for sale">
          <p>
            Nobody offers shares of this outcome now. Orders appear here as soon as there are some.
          </p>
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
      title={`Not enough ${symbol}`}
      tone="warning"
    >
      <p>
        {isUsdb ? "The faucet gives some every day." : "Enter less, or pay with another token."}
      </p>
    </Notice>
  )
}
