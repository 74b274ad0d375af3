"use client"

import { NO_CHAIN_TEXT, SubmitPlaceholder } from "@/components/ticket/placeholder"
import { AmountField } from "@/components/ui/amount-field"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import type { RoundTicketProps } from "./ticket/round-ticket"
import { SideChoice } from "./ticket/side-choice"

/** Parts of the pages that need the wallet's code. */

export const LazyRoundTicket = lazyWithWallet(
  () => import("./ticket/round-ticket").then(({ RoundTicket }) => RoundTicket),
  {
    fallback: (props) => <TicketPlaceholder {...props} />,
    withoutChain: (
      <Notice title="Betting is not available here">
        <p>{NO_CHAIN_TEXT}</p>
      </Notice>
    ),
  },
)

export const LazyRoundAction = lazyWithWallet(
  () => import("./round-action-button").then(({ RoundActionButton }) => RoundActionButton),
  { fallback: <Skeleton className="h-11 w-36" />, withoutChain: null },
)

export const LazyStakeReader = lazyWithWallet(
  () => import("./stake-reader").then(({ StakeReader }) => StakeReader),
  { fallback: null, withoutChain: null },
)

export const LazyCollectRounds = lazyWithWallet(
  () => import("./collect-rounds").then(({ CollectRounds }) => CollectRounds),
  { fallback: null, withoutChain: null },
)

const noop = () => {}
const NO_PAYOUTS = { bull: null, bear: null }

/** The ticket until its code has loaded: of the same size. */
export function TicketPlaceholder({ side }: Pick<RoundTicketProps, "side">) {
  return (
    <div className="grid grid-cols-1 gap-4" data-testid="ticket-shell">
      <SideChoice
        isDisabled
        onChange={noop}
        payouts={NO_PAYOUTS}
        startPrice={null}
        value={side ?? "bull"}
      />
      <AmountField
        isDisabled
        label="Your bet"
        onChange={noop}
        presets={["25", "50", "75", "max"]}
        unit="USDB"
        value=""
      />
      <Skeleton className="h-17" />
      <SubmitPlaceholder connectLabel="Connect a wallet to bet" />
      <Skeleton className="h-70" />
    </div>
  )
}
