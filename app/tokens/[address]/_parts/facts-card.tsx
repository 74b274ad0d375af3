import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { Badge, Line } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { amount, compact, compactUsd, percent, usd } from "@/lib/format"
import type { TokenState } from "@/lib/tokens/onchain"
import type { TokenView } from "@/lib/tokens/schema"
import { loadState } from "./load"

/** What the index knows; the parts that only the chain knows come in as children. */
export function FactsCard({ token, children }: { token: TokenView; children: ReactNode }) {
  return (
    <Card title="Facts">
      <dl>
        <Line label="Liquidity">{orUnknown(token.liquidityUsd, compactUsd)}</Line>
        {!token.isMain && (
          <Line label="Liquidity at launch">
            {orUnknown(token.startingLiquidityUsd, compactUsd)}
          </Line>
        )}
        <Line label="Volume 24 h">{compactUsd(token.dayVolumeUsd)}</Line>
        <Line label="Trades 24 h / all">
          {compact(token.dayTrades)} / {compact(token.tradeCount)}
        </Line>
        <Line label="Holders">{compact(token.holderCount)}</Line>
        {children}
      </dl>
    </Card>
  )
}

/** Floor, tax and supply, read from the contracts; unknown while the node is away. */
export async function ChainFacts({ token }: { token: TokenView }) {
  const state = await loadState(token.address)
  return (
    <>
      {!token.isMain && (
        <Line label="Floor price">
          {token.kind === "stable" ? <NeverFalls state={state} /> : orUnknown(state.floorUsd, usd)}
        </Line>
      )}
      <Line label="Tax on a trade">
        <Tax state={state} />
      </Line>
      {!token.isMain && (
        <Line label="Reward phase">
          <RewardPhase state={state} />
        </Line>
      )}
      {!token.isMain && (
        <Line label="Who may buy">{inWords(state.frozen, "whitelisted wallets", "everybody")}</Line>
      )}
      <Line label="Supply">{orUnknown(state.totalSupply, (value) => amount(value, 2))}</Line>
      {state.totalSupply === null && (
        <div className="mt-2">
          <Notice tone="warning">
            The chain does not answer. Figures of the index may be old.
          </Notice>
        </div>
      )}
    </>
  )
}

/** Of the same height as what it stands for. */
export function ChainFactsSkeleton({ isMain }: { isMain: boolean }) {
  const lines = isMain ? ["tax", "supply"] : ["floor", "tax", "reward", "who", "supply"]
  return lines.map((line) => (
    <div className="flex justify-between py-1" key={line}>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-5 w-16" />
    </div>
  ))
}

function NeverFalls({ state }: { state: TokenState }) {
  return state.priceUsd === null ? "unknown" : "never falls against TIDE"
}

function Tax({ state: { taxRate, surgeRate } }: { state: TokenState }) {
  if (taxRate === null) return "unknown"
  return (
    <>
      {percent(taxRate)}
      {surgeRate !== null && surgeRate > 0n && (
        <>
          {" "}
          <Badge tone="warning">{percent(surgeRate)} of it surge</Badge>
        </>
      )}
    </>
  )
}

function RewardPhase({ state }: { state: TokenState }) {
  const { hasBonded, bondingTarget, bondingNeeded } = state
  if (hasBonded === null || bondingTarget === null || bondingNeeded === null) return "unknown"
  if (bondingTarget === 0n) return "none"
  if (hasBonded) return "completed"
  const done = ((bondingTarget - bondingNeeded) * 10_000n) / bondingTarget
  return `${percent(done)} of ${compactUsd(bondingTarget)}`
}

function inWords(state: boolean | null, yes: string, no: string) {
  if (state === null) return "unknown"
  return state ? yes : no
}

function orUnknown(value: bigint | null, show: (value: bigint) => string) {
  return value === null ? "unknown" : show(value)
}
