"use client"

import { Switch } from "@/components/ui/switch"
import { InfoTip } from "@/components/ui/tooltip"
import type { LeverageRefusal } from "./rules"

type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Until the pool's state is known. */
  isDisabled: boolean
  refusal: LeverageRefusal | null
}

/** Turns leverage on, or says in the same line why there is none. */
export function LeverageSwitch({ isOn, onChange, isDisabled, refusal }: Props) {
  if (!refusal) {
    return <Switch checked={isOn} isDisabled={isDisabled} label="Leverage" onChange={onChange} />
  }
  return (
    <p className="flex min-h-11 items-center justify-between gap-4 text-sm">
      <span className="font-medium">Leverage</span>
      <span className="inline-flex items-center gap-1 text-right text-muted">
        {refusal.label}
        <InfoTip label="Why there is no leverage">
          {refusal.sentence} {refusal.remedy}
        </InfoTip>
      </span>
    </p>
  )
}
