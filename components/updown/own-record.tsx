"use client"

import { Card } from "@/components/ui/card"
import { cn } from "@/components/ui/cn"
import { Stat } from "@/components/ui/figures"
import { useWalletState } from "@/components/wallet/store"
import { formatInteger } from "@/lib/format"
import type { Asset } from "@/lib/updown/assets"
import type { Timeframe } from "@/lib/updown/timeframes"
import { formatUsdb, seriesName } from "./labels"
import { LazyCollectRounds } from "./lazy-parts"
import { useAssetRounds } from "./live-rounds"
import { useOwnRecord, useOwnRounds } from "./own-rounds"

type Props = { asset: Asset; timeframe: Timeframe }

/** The connected wallet's wins, losses and claims here; renders nothing without a wallet. */
export function OwnRounds(props: Props) {
  const { status } = useWalletState()
  return status === "disconnected" ? null : <Record {...props} />
}

function Record({ asset, timeframe }: Props) {
  const state = useAssetRounds(asset)
  const version = (state?.rounds ?? []).map((round) => round?.roundId ?? 0).join(" ")
  const record = useOwnRecord({ asset, timeframe: timeframe.label, version })
  const own = useOwnRounds(version)
  const paying = (own?.paying ?? []).filter((each) => each.asset === asset)
  const decided = record ? record.wins + record.losses + record.refunds : 0
  if (!state || (decided === 0 && paying.length === 0)) return null
  return (
    <Card title={`Your rounds of ${seriesName(asset, timeframe)}`}>
      <div className="grid grid-cols-1 gap-4" data-testid="own-record">
        {record && decided > 0 && (
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Stat label="Net result">
              <Net value={BigInt(record.payout) - BigInt(record.stake)} />
            </Stat>
            <Stat label="Won">{formatInteger(record.wins)}</Stat>
            <Stat label="Lost">{formatInteger(record.losses)}</Stat>
            <Stat label="Refunded">{formatInteger(record.refunds)}</Stat>
          </dl>
        )}
        <LazyCollectRounds asset={asset} contract={state.contract} paying={paying} />
      </div>
    </Card>
  )
}

/** With its sign. */
function Net({ value }: { value: bigint }) {
  const sign = value > 0n ? "+" : value < 0n ? "−" : ""
  return (
    <span className={cn(value > 0n && "text-kelp", value < 0n && "text-coral")}>
      {sign}
      {formatUsdb(value < 0n ? -value : value)} USDB
    </span>
  )
}
