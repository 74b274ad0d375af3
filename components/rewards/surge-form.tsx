"use client"

import { useState } from "react"
import { SurgeCurve } from "@/components/swap/surge-curve"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { DetailRow } from "@/components/ui/figures"
import { formatDuration, formatPercent } from "@/lib/format"
import { maxSurgeRate, SURGE_QUOTA_SECONDS, surgeRateAt } from "@/lib/tokens/tax-math"
import { planSurge, type SurgeDraft, type SurgePlan } from "./surge-plan"

type Props = {
  multiplier: number
  /** Remaining seconds of the 30-day quota. */
  quota: bigint
  isBusy: boolean
  onStart: (plan: SurgePlan) => void
}

export function SurgeForm({ multiplier, quota, isBusy, onStart }: Props) {
  const most = maxSurgeRate(BigInt(multiplier))
  const [draft, setDraft] = useState<SurgeDraft>({
    startRate: formatPercent(most).replace("%", ""),
    endRate: "0",
    hours: "24",
  })
  const { plan, errors } = planSurge(draft, multiplier, quota)
  const field = (name: keyof SurgeDraft) => ({
    value: draft[name],
    error: errors[name] ?? null,
    inputMode: "decimal" as const,
    onChange: (event: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: event.target.value })),
  })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (plan && !isBusy) onStart(plan)
      }}
    >
      <p className="text-sm text-muted">
        A temporary extra tax that falls linearly. It makes quick flips after news more expensive.
        You receive 20% of it.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          {...field("startRate")}
          hint={`At most ${formatPercent(most)}.`}
          label="Start rate"
          unit="%"
        />
        <Field {...field("endRate")} hint="0% or more." label="End rate" unit="%" />
        <Field {...field("hours")} hint="At least 1 hour." label="Duration" unit="hours" />
      </div>
      {plan && <Preview plan={plan} />}
      <p className="text-sm text-muted">
        Remaining quota: <span className="figures">{formatDuration(Number(quota))}</span> of{" "}
        {formatDuration(Number(SURGE_QUOTA_SECONDS))} in 30 days.
      </p>
      <Button disabled={!plan} pending={isBusy} type="submit">
        Start surge tax
      </Button>
    </form>
  )
}

const QUARTERS = [
  { part: 0n, label: "At the start" },
  { part: 1n, label: "After a quarter" },
  { part: 2n, label: "Halfway" },
  { part: 4n, label: "At the end" },
]

function Preview({ plan }: { plan: SurgePlan }) {
  const surge = { ...plan, start: 0n }
  return (
    <div className="rounded-control bg-sand-soft p-3" data-testid="surge-preview">
      <SurgeCurve at={0n} surge={surge} />
      <dl>
        {QUARTERS.map(({ part, label }) => (
          <DetailRow key={label} label={label}>
            {formatPercent(
              part === 4n ? plan.endRate : surgeRateAt(surge, (plan.duration * part) / 4n),
            )}
          </DetailRow>
        ))}
      </dl>
    </div>
  )
}
