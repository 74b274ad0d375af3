import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { LiveRefresh } from "@/components/live/live-refresh"
import { LazyVaultPanel } from "@/components/vault/lazy-vault-panel"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { getDeployment } from "@/lib/chain/deployment"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { priceRanges } from "@/lib/vault/history-queries"
import { getVaultAddress } from "@/lib/vault/onchain"
import { VaultFigures } from "./_parts/figures"
import { HowItWorks } from "./_parts/how-it-works"
import { loadEarn } from "./_parts/load"
import { DEFAULT_RANGE, PriceCard } from "./_parts/price-card"
import { YieldCard } from "./_parts/yield-card"

export const metadata: Metadata = {
  title: "Earn",
  description:
    "Wrap TIDE into shares of the savings vault, whose price rises with the taxes of all trades.",
  alternates: { canonical: "/earn" },
}

type Props = { searchParams: Promise<SearchParams> }

export default async function EarnPage({ searchParams }: Props) {
  const version = getPageVersion()
  const name = (await searchParams).range
  const range = priceRanges.find((each) => each === name) ?? DEFAULT_RANGE
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Earn</h1>
        <p className="max-w-prose text-muted">
          Wrap TIDE into wTIDE, the shares of the savings vault. Its part of every tax buys TIDE for
          the holders, so one wTIDE is worth more and more TIDE.
        </p>
      </header>
      {getBrowserConfig() && getVaultAddress() ? (
        <Earn range={range} version={version} />
      ) : (
        <NoChain />
      )}
    </div>
  )
}

async function Earn({ range, version }: { range: (typeof priceRanges)[number]; version: string }) {
  const { mainToken, staking } = getDeployment()
  const view = await loadEarn(range)
  return (
    <>
      <VaultFigures view={view} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <aside aria-label="Your position" className="min-w-0 lg:col-start-2 lg:row-span-3">
          <LazyVaultPanel version={version} />
        </aside>
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:col-start-1 lg:row-start-1">
          <PriceCard points={view.history} range={range} />
          <YieldCard view={view} />
          <HowItWorks />
        </div>
      </div>
      <LiveRefresh topics={[mainToken, staking]} version={version} />
    </>
  )
}
