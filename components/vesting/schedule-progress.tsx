"use client"

import { useSyncExternalStore } from "react"
import { Stat } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { useNow } from "@/components/ui/use-now"
import { claimableAmount, type Schedule, vestedAmount } from "@/lib/vesting/math"
import { Curve } from "./curve"
import { toSeconds } from "./format"

const TICK_MS = 5_000

type Props = {
  schedule: Schedule
  symbol: string
  /** Unix milliseconds of the server's figures, which the first render in the browser repeats. */
  renderedAt: number
}

/** Total, vested, claimed and claimable of a schedule, and its curve; they follow the clock. */
export function ScheduleProgress({ schedule, symbol, renderedAt }: Props) {
  const now = toSeconds(useClock(renderedAt))
  const { totalAmount, claimedAmount } = schedule
  const claimed = totalAmount === 0n ? 0 : Number((claimedAmount * 10_000n) / totalAmount) / 10_000
  return (
    <>
      <Curve claimed={claimed} now={now} terms={schedule} />
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <AmountStat label="Total" value={totalAmount} />
        <AmountStat label="Vested" value={vestedAmount(schedule, now)} />
        <AmountStat label="Claimed" value={claimedAmount} />
        <AmountStat label="Claimable" value={claimableAmount(schedule, now)} />
      </dl>
      <p className="sr-only">Amounts in {symbol}.</p>
    </>
  )
}

function AmountStat({ label, value }: { label: string; value: bigint }) {
  return (
    <Stat label={label}>
      <Amount isCompact value={value} />
    </Stat>
  )
}

const subscribeToNothing = () => () => {}

function useClock(renderedAt: number): number {
  const now = useNow(TICK_MS)
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return isHydrated ? now : renderedAt
}
