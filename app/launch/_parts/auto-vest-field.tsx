import { Field } from "@/components/ui/field"
import { NativeSelect } from "@/components/ui/native-select"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { Curve } from "@/components/vesting/curve"
import type { StepFormProps } from "./identity-step"
import { type LaunchDraft, vestSeconds, vestUnits } from "./validation"

const WAD = 10n ** 18n

/** Chooses whether purchases go into a schedule of the buyer, and explains what that means for buyers. */
export function AutoVestField({ draft, errors, edit, touch }: StepFormProps) {
  const isOn = draft.autoVest !== "none"
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid gap-2">
        <p className="text-sm font-medium">Purchases vest (autoVest)</p>
        <SegmentedControl
          label="Purchases vest"
          onChange={(autoVest) => edit({ autoVest })}
          options={[
            { value: "none", label: "Off" },
            { value: "gradual", label: "Gradual" },
            { value: "cliff", label: "Cliff" },
          ]}
          value={draft.autoVest}
        />
        <p className="text-sm text-muted">{explainAutoVest(draft.autoVest)}</p>
      </div>
      {isOn && (
        <>
          <div className="grid grid-cols-2 items-start gap-3">
            <Field
              error={errors.vestDuration ?? null}
              hint="1 hour to 990 days."
              inputMode="numeric"
              label="Duration"
              onBlur={() => touch("vestDuration")}
              onChange={(event) => edit({ vestDuration: event.target.value })}
              value={draft.vestDuration}
            />
            <NativeSelect
              label="Unit"
              onChange={(event) => {
                const vestUnit = vestUnits.find((unit) => unit === event.target.value)
                if (vestUnit) edit({ vestUnit })
              }}
              options={vestUnits.map((unit) => [unit, unit])}
              value={draft.vestUnit}
            />
          </div>
          <PurchaseCurve draft={draft} />
          <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
            <li>Every purchase starts a schedule of its own, from the moment it is made.</li>
            <li>A purchase is at least 10 USDB, tax included.</li>
            <li>Buyers can borrow on what vests. Reward shares stay while it vests.</li>
            <li>There is no leverage on the token. It cannot be changed after the launch.</li>
          </ul>
        </>
      )}
    </div>
  )
}

export function explainAutoVest(kind: LaunchDraft["autoVest"]): string {
  if (kind === "gradual") {
    return "What somebody buys is locked and released to them second by second. They can sell only what they have claimed."
  }
  if (kind === "cliff") {
    return "What somebody buys is locked and released to them all at once when the duration is over. They cannot sell before."
  }
  return "Buyers get their tokens at once and can sell them at any time."
}

/** The schedule of a purchase that is made now. */
function PurchaseCurve({ draft }: { draft: LaunchDraft }) {
  const seconds = vestSeconds(draft)
  if (seconds === null) return null
  const terms = {
    totalAmount: WAD,
    startTime: 0n,
    endTime: BigInt(seconds),
    isGradual: draft.autoVest === "gradual",
    timeUnit: 0,
    vestedFloor: 0n,
  }
  return (
    <Curve caption={explainAutoVest(draft.autoVest)} now={0n} nowLabel="purchase" terms={terms} />
  )
}
