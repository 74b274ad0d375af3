import { CheckField } from "@/components/ui/check-field"
import { Field } from "@/components/ui/field"
import { MultiplierField } from "./multiplier-field"
import { type Namesake, Namesakes } from "./namesakes"
import type { Draft, DraftErrors } from "./plan"

type Props = {
  draft: Draft
  /** Only those the person should see by now. */
  errors: DraftErrors
  namesakes: readonly Namesake[]
  edit: (change: Partial<Draft>) => void
  touch: (field: keyof Draft) => void
}

export function DraftFields({ draft, errors, namesakes, edit, touch }: Props) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          error={errors.symbol ?? null}
          hint="Short and without spaces, such as KELP."
          label="Symbol"
          onBlur={() => touch("symbol")}
          onChange={(event) => edit({ symbol: event.target.value.trim() })}
          required
          value={draft.symbol}
        />
        <Field
          error={errors.name ?? null}
          hint="What people call it. It cannot be changed."
          label="Name"
          onBlur={() => touch("name")}
          onChange={(event) => edit({ name: event.target.value })}
          required
          value={draft.name}
        />
      </div>
      <Namesakes draft={draft} namesakes={namesakes} />
      <MultiplierField
        multiplier={draft.multiplier}
        onChange={(multiplier) => edit({ multiplier })}
      />
      <Field
        error={errors.startLiquidity ?? null}
        hint="How deep the pool opens, 100 to 10,000. Deeper pools move less with each trade. You do not pay this: the reserves are virtual."
        inputMode="numeric"
        label="Start liquidity"
        onBlur={() => touch("startLiquidity")}
        onChange={(event) => edit({ startLiquidity: event.target.value })}
        unit="USD"
        value={draft.startLiquidity}
      />
      <Field
        error={errors.rewardTarget ?? null}
        hint="Buyers until this sum is reached earn a share of the tax. 0 for none, at most 150,000."
        inputMode="numeric"
        label="Reward phase"
        onBlur={() => touch("rewardTarget")}
        onChange={(event) => edit({ rewardTarget: event.target.value })}
        unit="USDB"
        value={draft.rewardTarget}
      />
      <CheckField
        checked={draft.isFrozen}
        hint="Only wallets that you whitelist may buy until you open it. Opening is final."
        label="Start frozen"
        onChange={(isFrozen) => {
          edit({ isFrozen })
          touch("rewardTarget")
        }}
      />
    </>
  )
}
