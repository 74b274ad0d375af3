"use client"

import { useState } from "react"
import { SurgeCurve } from "@/components/swap/surge-curve"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { DetailRow } from "@/components/ui/figures"
import { formatPercent, formatDuration as inWords } from "@/lib/format"
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
        An extra tax that falls in a straight line. It makes buying right after news, and selling at
        once, cost more; a fifth of it is yours.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          {...field("startRate")}
          hint={`At most ${formatPercent(most)}.`}
          label="Starts at"
          unit="%"
        />
        <Field {...field("endRate")} hint="At the end." label="Falls to" unit="%" />
        <Field {...field("hours")} hint="From 1 hour." label="Lasts" unit="hours" />
      </div>
      {plan && <Preview plan={plan} />}
      <p className="text-sm text-muted">
        Left of your quota: <span className="figures">{inWords(Number(quota))}</span> of{" "}
        {inWords(Number(SURGE_QUOTA_SECONDS))} in 30 days.
      </p>
      <Button disabled={!plan} pending={isBusy} type="submit">
        Start the surge tax
      </Button>
    </form>
  )
}

const QUARTERS = [
  { part: 0n, label: "At the start" },
  { part: 1n, label: "After a quarter" },
  { part: 2n, label: "Half-way" },
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
