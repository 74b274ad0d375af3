"use client"

import { useNow } from "@/components/swap/use-now"
import { Countdown } from "@/components/ui/countdown"
import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"
import { stageOf } from "./stage"
import { isPoolClosed, type TicketMarket } from "./ticket-market"

type StageNoticeProps = { market: TicketMarket; outcome: number }

/** From so long before the end on the ticket counts down to it. */
const SOON_MS = 24 * 3_600_000

/** Says where shares come from once the pool has closed, and how far the resolution is; before, when it closes. */
export function StageNotice({ market, outcome }: StageNoticeProps) {
  const now = useNow()
  const stage = stageOf(market, outcome, now)
  if (!stage) return <Closing market={market} now={now} />
  const { closedAt, proposed, text, title } = stage
  return (
    <Notice title={title} tone="warning">
      {closedAt !== null && (
        <p>
          The pool closed at <Time look="dateTime" time={new Date(closedAt)} />. Shares can still be
          bought from holders’ orders.
        </p>
      )}
      <p>
        {proposed !== null && (
          <>
            <bdi className="font-medium">{proposed}</bdi> is proposed.{" "}
          </>
        )}
        {text}
      </p>
    </Notice>
  )
}

function Closing({ market, now }: { market: TicketMarket; now: number }) {
  const { poolClosesAt: closesAt } = market
  if (closesAt === null || isPoolClosed(market, now) || closesAt - now > SOON_MS) return null
  return (
    <Notice>
      <p>
        The pool closes in <Countdown label="The pool closes in" to={new Date(closesAt)} />. After
        that, shares can only be bought from holders’ orders.
      </p>
    </Notice>
  )
}
