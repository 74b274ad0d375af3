"use client"

import { Notice } from "@/components/ui/notice"
import type { Asset } from "@/lib/updown/assets"
import type { Timeframe } from "@/lib/updown/timeframes"
import type { AssetRounds } from "@/lib/updown/view"
import { describeFeed } from "./feed-age"
import { LazyRoundAction } from "./lazy-parts"
import { useChainTime } from "./live-rounds"
import { findDueAction } from "./round-actions"

type Props = { asset: Asset; timeframe: Timeframe; state: AssetRounds }

/** Notices about the round's state, and actions that any wallet may take. */
export function RoundNotices({ asset, timeframe, state }: Props) {
  const now = useChainTime()
  const due = findDueAction(state, timeframe, now)
  const late = describeFeed(state.feed, now)
  return (
    <>
      {state.isPaused && (
        <Notice title="Betting is paused" tone="warning">
          <p>
            The operator takes no bets now. Rounds that are open are decided as usual, and winnings
            and refunds can be collected.
          </p>
        </Notice>
      )}
      {late && (
        <Notice title={late.title} tone="warning">
          <p>{late.text}</p>
        </Notice>
      )}
      {due && (
        <Notice
          action={
            due.action && (
              <LazyRoundAction
                action={due.action}
                asset={asset}
                contract={state.contract}
                timeframe={timeframe}
              />
            )
          }
          title={due.title}
        >
          <p>{due.text}</p>
        </Notice>
      )}
    </>
  )
}
