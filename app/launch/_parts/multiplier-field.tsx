"use client"

import { useState } from "react"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { Slider } from "@/components/ui/slider"
import { formatInteger } from "@/lib/format"
import { PriceCurve } from "./price-curve"
import { LIMITS, STABLE_MULTIPLIER, simulatePrice } from "./validation"

type Props = {
  multiplier: number
  onChange: (multiplier: number) => void
  /** In whole USD. */
  startLiquidity: number
}

const DEFAULT_FLOOR_MULTIPLIER = 75

/** Sums that people buy for in the picture, as multiples of the start liquidity. */
const BUY_MULTIPLES = [1, 5, 20]

/** Which kind of pool, and for Floor+ how firmly the floor follows the price. */
export function MultiplierField({ multiplier, onChange, startLiquidity }: Props) {
  const [times, setTimes] = useState(5)
  const isStable = multiplier === STABLE_MULTIPLIER
  const [least, most] = LIMITS.floorMultiplier
  const buysUsd = startLiquidity * times
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <p className="text-sm font-medium">Kind of pool</p>
        <SegmentedControl
          label="Kind of pool"
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
            <span>{least} · wide swings</span>
            <span>close floor · {most}</span>
          </div>
        </div>
      )}
      <p className="text-sm text-muted">{explainMultiplier(multiplier)}</p>
      <div className="grid gap-3 rounded-control border border-line p-3">
        <p aria-hidden="true" className="text-sm font-medium">
          How much people buy
        </p>
        <SegmentedControl
          label="How much people buy in the picture"
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

/** What a multiplier means, in a sentence or two. */
export function explainMultiplier(multiplier: number) {
  if (multiplier === STABLE_MULTIPLIER) {
    return "The price never falls. Every buy and every sell raises it a little."
  }
  if (multiplier < 30) {
    return "The price swings widely: buys lift it steeply, sells bring nearly all of that back. A floor lies below it and only rises."
  }
  if (multiplier < 60) {
    return "The price swings: buys lift it clearly, sells bring most of that back, towards a floor that only rises."
  }
  return multiplier < 85
    ? "Buys lift the price more gently, and sells bring it back less far, towards a floor that only rises."
    : "Buys lift the price slowly, and the floor follows close behind: sells cannot push it far down."
}
