"use client"

import { Countdown } from "@/components/ui/countdown"
import { Disclosure } from "@/components/ui/disclosure"
import { Change, DetailRow } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { useNow } from "@/components/ui/use-now"
import { computeChange, formatAmount, formatDuration, formatPercent } from "@/lib/format"
import { type Surge, surgeRateAt } from "@/lib/tokens/tax-math"
import { SurgeCurve } from "./surge-curve"
import type { TicketSurge } from "./ticket-token"

/** A trade that can be quoted at a later surge tax. */
export type DelayedTrade = {
  amountOut: bigint
  outSymbol: string
  outAt: (surgeRate: bigint) => bigint
}

type Props = {
  surge: TicketSurge
  /** Milliseconds by which the chain's clock is ahead of the browser's. */
  clockOffset: number
  waiting: DelayedTrade | null
}

/** The surge tax: its current rate, its end, and the result of the trade after it. */
export function SurgeCountdown({ surge, clockOffset, waiting }: Props) {
  const now = useNow()
  const terms = toContractSurge(surge)
  const at = BigInt(Math.floor((now + clockOffset) / 1_000))
  const rate = surgeRateAt(terms, at)
  if (rate === 0n || surge.endsAt < surge.plannedEnd) return null
  const left = Number(terms.start + terms.duration - at)
  return (
    <section
      aria-label="Surge tax"
      className="grid gap-2 rounded-control bg-sand-soft p-3 text-sm"
      data-testid="surge-clock"
    >
      <p className="flex items-start gap-2 font-semibold">
        <span className="mt-px text-sand">
          <Icon name="warning" size={18} />
        </span>
        {/* Server and browser look at their clocks at different moments. */}
        <span suppressHydrationWarning>
          Surge tax {formatPercent(rate)} now, falling to {formatPercent(terms.endRate)}
        </span>
      </p>
      <SurgeCurve at={at} surge={terms} />
      <p className="figures text-muted">
        Ends in{" "}
        <Countdown
          className="figures font-medium text-ink"
          label="Surge tax ends in"
          to={new Date(surge.plannedEnd.getTime() - clockOffset)}
        />
        . The tax falls until then.
      </p>
      {waiting && <DelayedTradeLines at={at} left={left} terms={terms} waiting={waiting} />}
    </section>
  )
}

type DelayedTradeProps = { at: bigint; left: number; terms: Surge; waiting: DelayedTrade }

function DelayedTradeLines({ at, left, terms, waiting }: DelayedTradeProps) {
  const { amountOut, outAt, outSymbol } = waiting
  const waits = [left / 4, left / 2, left].map((seconds) => BigInt(Math.ceil(seconds)))
  return (
    <Disclosure label="If you trade later" value="">
      <dl>
        {waits.map((wait) => {
          const out = outAt(surgeRateAt(terms, at + wait))
          return (
            <DetailRow key={`${wait}`} label={`In ${formatDuration(Number(wait))}`}>
              <span className="flex flex-wrap justify-end gap-x-1">
                {formatAmount(out)} <bdi>{outSymbol}</bdi>
                <Change basisPoints={computeChange(amountOut, out)} />
              </span>
            </DetailRow>
          )
        })}
      </dl>
      <p className="pb-1 text-xs text-muted">Assumes no other trades.</p>
    </Disclosure>
  )
}

/** A surge in the units of the contract: bigints and seconds. */
export function toContractSurge({ startRate, endRate, startsAt, plannedEnd }: TicketSurge): Surge {
  const start = BigInt(Math.floor(startsAt.getTime() / 1_000))
  return {
    startRate: BigInt(startRate),
    endRate: BigInt(endRate),
    start,
    duration: BigInt(Math.floor(plannedEnd.getTime() / 1_000)) - start,
  }
}
