import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { amount, compact, compactUsd, percent, usd } from "@/lib/format"
import type { TokenState } from "@/lib/tokens/onchain"
import type { TokenView } from "@/lib/tokens/schema"
import { loadState } from "./load"

type FactsCardProps = { token: TokenView; notice: ReactNode; children: ReactNode }

/** What the index knows; the parts that only the chain knows come in as children. */
export function FactsCard({ token, notice, children }: FactsCardProps) {
  return (
    <Card title="Facts">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-5">
        <Fact label="Liquidity">{orUnknown(token.liquidityUsd, compactUsd)}</Fact>
        {!token.isMain && (
          <Fact label="Liquidity at launch">
            {orUnknown(token.startingLiquidityUsd, compactUsd)}
          </Fact>
        )}
        <Fact label="Volume 24 h">{compactUsd(token.dayVolumeUsd)}</Fact>
        <Fact label="Trades 24 h / all">
          {compact(token.dayTrades)} / {compact(token.tradeCount)}
        </Fact>
        <Fact label="Holders">{compact(token.holderCount)}</Fact>
        {children}
      </dl>
      {notice}
    </Card>
  )
}

/** Floor, tax and supply, read from the contracts; unknown while the node is away. */
export async function ChainFacts({ token }: { token: TokenView }) {
  const state = await loadState(token.address)
  return (
    <>
      {!token.isMain && (
        <Fact label="Floor price">
          {token.kind === "stable" ? <NeverFalls state={state} /> : orUnknown(state.floorUsd, usd)}
        </Fact>
      )}
      <Fact label="Tax on a trade">
        <Tax state={state} />
      </Fact>
      {!token.isMain && (
        <Fact label="Reward phase">
          <RewardPhase state={state} />
        </Fact>
      )}
      {!token.isMain && (
        <Fact label="Who may buy">{inWords(state.frozen, "whitelisted wallets", "everybody")}</Fact>
      )}
      <Fact label="Supply">{orUnknown(state.totalSupply, (value) => amount(value, 2))}</Fact>
    </>
  )
}

/** Says why facts are unknown while the node is away. */
export async function ChainNotice({ token }: { token: TokenView }) {
  const { totalSupply } = await loadState(token.address)
  if (totalSupply !== null) return null
  return (
    <div className="mt-4">
      <Notice tone="warning">The chain does not answer. Figures of the index may be old.</Notice>
    </div>
  )
}

/** As many and as high as what it stands for. */
export function ChainFactsSkeleton({ isMain }: { isMain: boolean }) {
  const facts = isMain ? ["tax", "supply"] : ["floor", "tax", "reward", "who", "supply"]
  return facts.map((fact) => (
    <div className="grid h-12 content-between" key={fact}>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-6 w-16" />
    </div>
  ))
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  )
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
