"use client"

import { Countdown } from "@/components/ui/countdown"
import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"
import { useNow } from "@/components/ui/use-now"
import { describePhase } from "./market-phase"
import { isPoolClosed, type TicketMarket } from "./ticket-market"

type PhaseNoticeProps = { market: TicketMarket; outcome: number }

/** The countdown is shown from this long before the end. */
const SOON_MS = 24 * 3_600_000

/** A countdown to the end of the pool; then the state of the resolution. */
export function PhaseNotice({ market, outcome }: PhaseNoticeProps) {
  const now = useNow()
  const phase = describePhase(market, outcome, now)
  if (!phase) return <ClosingNotice market={market} now={now} />
  const { proposed, text, title } = phase
  const { poolClosesAt } = market
  return (
    <Notice title={title} tone="warning">
      {poolClosesAt !== null && (
        <p>
          The pool closed at <Time format="dateTime" time={new Date(poolClosesAt)} />. Shares can
          still be bought from the order book.
        </p>
      )}
      <p>
        {proposed !== null && (
          <>
            <bdi className="font-medium">{proposed}</bdi> was proposed.{" "}
          </>
        )}
        {text}
      </p>
    </Notice>
  )
}

function ClosingNotice({ market, now }: { market: TicketMarket; now: number }) {
  const { poolClosesAt: closesAt } = market
  if (closesAt === null || isPoolClosed(market, now) || closesAt - now > SOON_MS) return null
  return (
    <Notice>
      <p>
        The pool closes in <Countdown label="The pool closes in" to={new Date(closesAt)} />. After
        that, shares can only be bought from the order book.
      </p>
    </Notice>
  )
}
