"use client"

import { Field } from "@/components/ui/field"
import { NativeSelect } from "@/components/ui/native-select"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { unitLabels } from "@/components/vesting/format"
import type { TermsDraft, TermsErrors } from "@/lib/vesting/new-terms"

type Props = {
  draft: TermsDraft
  errors: TermsErrors
  onChange: (change: Partial<TermsDraft>) => void
}

/** When the tokens are released: step by step, or at once. */
export function TermsFields({ draft, errors, onChange }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label="Kind of schedule"
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: "gradual", label: "Gradual" },
          { value: "cliff", label: "Cliff" },
        ]}
        value={draft.kind}
      />
      {draft.kind === "gradual" ? (
        <GradualFields draft={draft} errors={errors} onChange={onChange} />
      ) : (
        <Field
          error={draft.unlock === "" ? null : (errors.unlock ?? null)}
          hint="In your time zone, 1 hour to 990 days ahead. Nothing can be claimed before."
          label="Unlocks"
          onChange={(event) => onChange({ unlock: event.target.value })}
          type="datetime-local"
          value={draft.unlock}
        />
      )}
    </div>
  )
}

function GradualFields({ draft, errors, onChange }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <Field
        error={errors.days ?? null}
        hint="1 to 990 days."
        inputMode="numeric"
        label="Duration"
        onChange={(event) => onChange({ days: event.target.value })}
        unit="days"
        value={draft.days}
      />
      <NativeSelect
        label="Released by the"
        onChange={(event) => onChange({ timeUnit: Number(event.target.value) })}
        options={unitLabels.map((label, unit) => [`${unit}`, label])}
        value={`${draft.timeUnit}`}
      />
      <div className="sm:col-span-2">
        <Field
          error={errors.start ?? null}
          hint="In your time zone, at most 990 days ahead. Empty: 5 minutes after you confirm."
          label="Starts"
          onChange={(event) => onChange({ start: event.target.value })}
          type="datetime-local"
          value={draft.start}
        />
      </div>
    </div>
  )
}
