import { useId } from "react"
import { Choice } from "@/components/ui/choice"
import { LIMITS, STABLE_MULTIPLIER } from "./plan"

type Props = { multiplier: number; onChange: (multiplier: number) => void }

const DEFAULT_FLOOR_MULTIPLIER = 75

/** Which kind of pool, and for Floor+ how firmly the floor follows the price. */
export function MultiplierField({ multiplier, onChange }: Props) {
  const id = useId()
  const isStable = multiplier === STABLE_MULTIPLIER
  const [least, most] = LIMITS.floorMultiplier
  return (
    <div className="grid gap-3">
      <p className="text-sm font-medium">Kind of pool</p>
      <Choice
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
      {isStable ? (
        <p className="text-sm text-muted">
          Multiplier 100: the price never falls. Every buy and every sell raises it a little.
        </p>
      ) : (
        <div className="grid gap-1">
          <label className="flex justify-between text-sm font-medium" htmlFor={id}>
            Multiplier <output className="figures">{multiplier}</output>
          </label>
          <input
            aria-describedby={`${id}-note`}
            className="h-11 w-full accent-accent"
            id={id}
            max={most}
            min={least}
            onChange={(event) => onChange(Number(event.target.value))}
            type="range"
            value={multiplier}
          />
          <div aria-hidden="true" className="flex justify-between text-xs text-muted">
            <span>{least} · free to move</span>
            <span>firm floor · {most}</span>
          </div>
          <p className="text-sm text-muted" id={`${id}-note`}>
            {explain(multiplier)}
          </p>
        </div>
      )}
    </div>
  )
}

function explain(multiplier: number) {
  if (multiplier < 30) {
    return "The price moves almost freely in both directions. A floor exists and only rises, but lies far below the price."
  }
  return multiplier < 60
    ? "The price moves both ways, more gently. Trading lifts a floor below it that never falls."
    : "Buys lift the price slowly, and most of the way becomes floor. Sells cannot push it far down."
}
