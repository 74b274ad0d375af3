import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { formatInteger } from "@/lib/format"
import { AutoVestField } from "./auto-vest-field"
import type { StepFormProps } from "./identity-step"
import { MultiplierField } from "./multiplier-field"
import { LIMITS, parseWholeNumber } from "./validation"

type Props = StepFormProps & { onBack: () => void; onNext: () => void }

const LIQUIDITY_PRESETS = ["500", "1000", "5000"]

export function PoolStep({ draft, errors, edit, touch, onBack, onNext }: Props) {
  return (
    <Form className="grid grid-cols-1 gap-5" onSubmit={onNext}>
      <MultiplierField
        multiplier={draft.multiplier}
        onChange={(multiplier) => edit({ multiplier })}
        startLiquidity={clampLiquidity(draft.startLiquidity)}
      />
      <div className="grid gap-2">
        <Field
          error={errors.startLiquidity ?? null}
          hint="Initial depth of the pool, 100 to 10,000 USD. Deeper pools move less per trade. The reserves are virtual: you do not pay this."
          inputMode="numeric"
          label="Start liquidity"
          onBlur={() => touch("startLiquidity")}
          onChange={(event) => edit({ startLiquidity: event.target.value })}
          unit="USD"
          value={draft.startLiquidity}
        />
        <div className="flex flex-wrap gap-2">
          {LIQUIDITY_PRESETS.map((depth) => (
            <Button
              aria-pressed={draft.startLiquidity === depth}
              key={depth}
              variant="secondary"
              onClick={() => edit({ startLiquidity: depth })}
              size="sm"
            >
              ${formatInteger(Number(depth))}
            </Button>
          ))}
        </div>
      </div>
      <Field
        error={errors.rewardTarget ?? null}
        hint="Buyers up to this amount share 4% of the tax on every later trade. 0 for none, at most 150,000."
        inputMode="numeric"
        label="Reward phase"
        onBlur={() => touch("rewardTarget")}
        onChange={(event) => edit({ rewardTarget: event.target.value })}
        unit="USDB"
        value={draft.rewardTarget}
      />
      <Checkbox
        checked={draft.isFrozen}
        hint="Only whitelisted wallets can buy, each up to its limit, until you open the token. Opening is permanent. Selling is never frozen."
        label="Start frozen"
        onChange={(isFrozen) => {
          edit({ isFrozen })
          touch("rewardTarget")
        }}
      />
      <AutoVestField draft={draft} edit={edit} errors={errors} touch={touch} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button type="submit">Next: review</Button>
      </div>
    </Form>
  )
}

/** A valid liquidity for the curve while the number is being typed. */
function clampLiquidity(text: string) {
  const [least, most] = LIMITS.startLiquidity
  return Math.min(most, Math.max(least, parseWholeNumber(text) ?? 1_000))
}
