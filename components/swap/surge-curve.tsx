import { type Surge, surgeRateAt } from "@/lib/tokens/tax-math"

const WIDTH = 240
const HEIGHT = 40

/** The rate of a surge over time, with the current time marked. It is decorative: the text beside it says the same. */
export function SurgeCurve({ surge, at }: { surge: Surge; at: bigint }) {
  const { startRate, endRate, duration, start } = surge
  const top = Number(startRate)
  const y = (rate: number) => 4 + (HEIGHT - 8) * (1 - rate / top)
  const passed = Math.min(1, Math.max(0, Number(at - start) / Number(duration)))
  return (
    <svg
      aria-hidden="true"
      className="h-10 w-full text-sand"
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <path
        d={`M0 ${y(top)} L${WIDTH} ${y(Number(endRate))} V${HEIGHT} H0 Z`}
        fill="currentColor"
        opacity="0.15"
      />
      <path
        d={`M0 ${y(top)} L${WIDTH} ${y(Number(endRate))}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${passed * WIDTH} ${y(Number(surgeRateAt(surge, at)))} V${HEIGHT}`}
        fill="none"
        stroke="currentColor"
        strokeDasharray="3 3"
        suppressHydrationWarning
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
