"use client"

import { Slider } from "@/components/ui/slider"
import { formatMultiple } from "./preview"

const ONE_TIME = 10_000

/** Whole times, from the least on. */
export const LEAST_EXPOSURE = 2

type Props = {
  /** Wanted, in whole times. */
  exposure: number
  onExposure: (exposure: number) => void
  /** The exposure that the whole amount would give, in basis points; null without an amount. */
  most: bigint | null
  /** The exposure that the current choice gives, in basis points; null without an amount. */
  actual: bigint | null
  isDisabled: boolean
}

/** The exposure per money paid: twice as much, up to what the pools lend. */
export function ExposureField({ exposure, onExposure, most, actual, isDisabled }: Props) {
  // The last step is the most, also where that is no whole number.
  const last = most === null ? null : Math.ceil(Number(most) / ONE_TIME)
  if (most !== null && last !== null && last <= LEAST_EXPOSURE) {
    return (
      <p className="flex justify-between gap-3 text-sm">
        <span className="font-medium">Exposure</span>
        <span>{formatMultiple(actual ?? most)}, the most that is lent on this token</span>
      </p>
    )
  }
  const shown = actual === null ? `${exposure}×` : formatMultiple(actual)
  return (
    <div className="grid gap-1">
      <span className="flex justify-between text-sm font-medium">
        Exposure <span className="figures">{shown}</span>
      </span>
      <Slider
        label="Exposure"
        max={last ?? LEAST_EXPOSURE + 1}
        min={LEAST_EXPOSURE}
        onChange={(next) => !isDisabled && onExposure(next)}
        value={Math.min(exposure, last ?? exposure)}
        valueText={shown}
      />
      <span className="flex justify-between text-xs text-muted">
        <span>{LEAST_EXPOSURE}×</span>
        <span>{most !== null && `${formatMultiple(most)}, the most`}</span>
      </span>
    </div>
  )
}
