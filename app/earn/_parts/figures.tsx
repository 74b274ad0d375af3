import { Card } from "@/components/ui/card"
import { Stat } from "@/components/ui/figures"
import { Amount, Money } from "@/components/ui/number"
import { formatAmount, formatInteger } from "@/lib/format"
import { WAD } from "@/lib/units"
import type { EarnView } from "./load"

/** Totals of the vault. */
export function VaultFigures({ view }: { view: EarnView }) {
  const { state, totals, now } = view
  const assets = state?.assets ?? (now && (totals.shares * now.price) / WAD) ?? 0n
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4">
        <Stat label="Share price">{now ? `${formatAmount(now.price, 6)} TIDE` : "1 TIDE"}</Stat>
        <Stat label="In the vault">
          <Amount isCompact unit="TIDE" value={assets} />
          {state && (
            <span className="block text-sm font-normal text-muted">
              <Money value={(assets * state.tidePrice) / WAD} />
            </span>
          )}
        </Stat>
        <Stat label="Holders">{formatInteger(totals.holders)}</Stat>
        <Stat label="Locked">
          <Amount isCompact unit="wTIDE" value={totals.locked} />
          {state && state.pledged > 0n && (
            <span className="block text-sm font-normal text-muted">
              <Amount isCompact unit="TIDE" value={state.pledged} /> pledged
            </span>
          )}
        </Stat>
      </dl>
    </Card>
  )
}
