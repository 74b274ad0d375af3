"use client"

import { cn } from "@/components/ui/cn"
import { Stat } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Amount, Money } from "@/components/ui/number"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { InfoTip } from "@/components/ui/tooltip"
import { formatAmount } from "@/lib/format"
import { routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { toAssets, type VaultEntry } from "@/lib/vault/math"
import { growthPercent } from "@/lib/vault/price-history"
import { liquidShares } from "./share-actions"
import type { VaultHolder, VaultState } from "./vault-state"

type Props = {
  state: VaultState
  holder: VaultHolder
  /** Null until the index has answered. */
  entry: VaultEntry | null
}

/** The wallet's shares in the vault, their current value and their gain. */
export function PositionFigures({ state, holder, entry }: Props) {
  if (holder.shares === 0n && !holder.loan) {
    return (
      <EmptyState icon="vault" title="You have no wTIDE">
        Wrap TIDE or USDB below. You can unwrap at any time.
      </EmptyState>
    )
  }
  const price = routePrice(state.route)
  const worth = toAssets(holder.shares, state.totals)
  return (
    <div className="grid gap-4" data-testid="position">
      <div>
        <p className="text-sm text-muted">Worth now</p>
        <p className="font-display text-3xl font-bold tracking-tight">
          <Money value={(worth * price) / WAD} />
        </p>
        <p className="text-sm text-muted">
          <Amount unit="TIDE" value={worth} />
        </p>
      </div>
      <Gain entry={entry} holder={holder} price={price} worth={worth} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4">
        <Stat label="wTIDE held">
          <Amount value={holder.shares} />
        </Stat>
        <Stat label="Liquid">
          <Amount value={liquidShares(holder)} />
        </Stat>
        <Stat label="Locked">
          <Amount value={holder.locked} />
        </Stat>
        <Stat label="Pledged for a loan">
          <Amount unit="TIDE" value={holder.pledged} />
        </Stat>
      </dl>
    </div>
  )
}

type GainProps = { entry: VaultEntry | null; holder: VaultHolder; worth: bigint; price: bigint }

/** The gain since the entry in TIDE; waits for the index while it has other shares than the chain. */
function Gain({ entry, holder, worth, price }: GainProps) {
  const isKnown = entry !== null && entry.shares === holder.shares
  return (
    <div className="text-sm">
      <p className="flex items-center gap-1 text-muted">
        Gain since entry
        <InfoTip label="About the gain">
          Worth of your wTIDE in TIDE minus what they cost in TIDE, at average cost. wTIDE that
          another wallet sent you cost what they were worth then. The dollar figure is at today’s
          price of TIDE.
        </InfoTip>
      </p>
      {isKnown ? (
        <GainFigure cost={entry.cost} price={price} worth={worth} />
      ) : (
        <p className="flex h-6 items-center gap-2 text-muted">
          <Skeleton className="h-4 w-20" />
          <span className="sr-only">Waiting for the index</span>
        </p>
      )}
      {isKnown && entry.realised > 0n && (
        <p className="text-muted">
          and {formatAmount(entry.realised, 6)} TIDE gained by what you have unwrapped
        </p>
      )}
    </div>
  )
}

function GainFigure({ worth, cost, price }: { worth: bigint; cost: bigint; price: bigint }) {
  // The roundings of wrapping take a few units.
  const gain = worth > cost ? worth - cost : 0n
  const percent = formatAmount(growthPercent(cost, cost + gain), 2)
  return (
    <p
      className={cn(
        "figures flex flex-wrap items-center gap-x-1 font-medium",
        gain > 0n ? "text-kelp" : "text-muted",
      )}
      data-testid="gain"
    >
      {gain > 0n && <Icon name="up" size={14} />}
      {gain > 0n && "+"}
      {formatAmount(gain)} TIDE
      {gain > 0n && (
        <span className="text-muted">
          (+{percent}%, <Money value={(gain * price) / WAD} />)
        </span>
      )}
    </p>
  )
}
