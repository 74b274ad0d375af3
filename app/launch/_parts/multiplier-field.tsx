"use client"

import { useState } from "react"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { Slider } from "@/components/ui/slider"
import { formatInteger } from "@/lib/format"
import { PriceCurve } from "./price-curve"
import { simulatePrice } from "./price-path"
import { LIMITS, STABLE_MULTIPLIER } from "./validation"

type Props = {
  multiplier: number
  onChange: (multiplier: number) => void
  /** In whole USD. */
  startLiquidity: number
}

const DEFAULT_FLOOR_MULTIPLIER = 75

/** Simulated buys, as multiples of the start liquidity. */
const BUY_MULTIPLES = [1, 5, 20]

/** The pool type, and for Floor+ how closely the floor follows the price. */
export function MultiplierField({ multiplier, onChange, startLiquidity }: Props) {
  const [times, setTimes] = useState(5)
  const isStable = multiplier === STABLE_MULTIPLIER
  const [least, most] = LIMITS.floorMultiplier
  const buysUsd = startLiquidity * times
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <p className="text-sm font-medium">Pool type</p>
        <SegmentedControl
          label="Pool type"
          onChange={(kind) =>
            onChange(kind === "stable" ? STABLE_MULTIPLIER : DEFAULT_FLOOR_MULTIPLIER)
          }
          options={[
            { value: "floor", label: "Floor+" },
            { value: "stable", label: "Stable+" },
          ]}
          value={isStable ? "stable" : "floor"}
        />
      </div>
      {!isStable && (
        <div className="grid gap-1">
          <p className="flex justify-between text-sm font-medium">
            Multiplier <output className="figures">{multiplier}</output>
          </p>
          <Slider
            label="Multiplier"
            max={most}
            min={least}
            onChange={onChange}
            value={multiplier}
            valueText={`${multiplier}. ${explainMultiplier(multiplier)}`}
          />
          <div aria-hidden="true" className="flex justify-between text-xs text-muted">
            <span>{least} · high volatility</span>
            <span>low volatility · {most}</span>
          </div>
        </div>
      )}
      <p className="text-sm text-muted">{explainMultiplier(multiplier)}</p>
      <div className="grid gap-3 rounded-control border border-line p-3">
        <p aria-hidden="true" className="text-sm font-medium">
          Simulated buys
        </p>
        <SegmentedControl
          label="Simulated buys"
          onChange={(chosen) => setTimes(Number(chosen))}
          options={BUY_MULTIPLES.map((each) => ({
            value: `${each}`,
            label: `$${formatInteger(startLiquidity * each)}`,
          }))}
          value={`${times}`}
        />
        <PriceCurve buysUsd={buysUsd} path={simulatePrice(multiplier, startLiquidity, buysUsd)} />
      </div>
    </div>
  )
}

export function explainMultiplier(multiplier: number) {
  if (multiplier === STABLE_MULTIPLIER) {
    return "The price never falls. Every buy and every sell raises it a little."
  }
  if (multiplier < 30) {
    return "High volatility: buys raise the price steeply, sells reverse nearly all of it. The floor below only rises."
  }
  if (multiplier < 60) {
    return "Medium volatility: buys raise the price, sells reverse most of it, towards a floor that only rises."
  }
  return multiplier < 85
    ? "Low volatility: buys raise the price gently, sells reverse less of it, towards a floor that only rises."
    : "Very low volatility: buys raise the price slowly, and the floor follows closely."
}
