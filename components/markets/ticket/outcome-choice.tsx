import { cn } from "@/components/ui/cn"
import { NativeSelect } from "@/components/ui/native-select"
import { formatChance } from "@/lib/markets/probability"

import type { TicketOutcome } from "./ticket-market"

type OutcomeChoiceProps = {
  outcomes: readonly TicketOutcome[]
  value: number
  isDisabled: boolean
  onChange: (outcome: number) => void
}

/** Two outcomes are shown side by side; more of them as a list. */
export function OutcomeChoice({ outcomes, value, isDisabled, onChange }: OutcomeChoiceProps) {
  if (outcomes.length > 2) {
    return (
      <NativeSelect
        disabled={isDisabled}
        key={value}
        label="Outcome"
        onChange={(event) => onChange(Number(event.target.value))}
        options={outcomes.map(
          (outcome) =>
            // Isolated: a name written from right to left must not turn the figure around.
            [`${outcome.index}`, `\u2068${outcome.name}\u2069 (${formatChance(outcome)})`] as const,
        )}
        value={`${value}`}
      />
    )
  }
  return (
    <fieldset className="grid grid-cols-2 gap-2" disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-medium">Outcome</legend>
      {outcomes.map(({ index, name, ...outcome }) => (
        <button
          aria-pressed={index === value}
          className={cn(
            "flex min-h-14 min-w-0 flex-col items-center justify-center rounded-control border p-2 text-sm font-semibold",
            index === value
              ? "border-accent bg-accent-soft text-accent"
              : "border-line-strong hover:bg-sunken",
          )}
          key={index}
          onClick={() => onChange(index)}
          type="button"
        >
          <bdi className="line-clamp-2 max-w-full wrap-anywhere">{name}</bdi>
          <span className="figures font-normal">{formatChance(outcome)}</span>
        </button>
      ))}
    </fieldset>
  )
}
