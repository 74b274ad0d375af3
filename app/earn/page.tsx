import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { LiveRefresh } from "@/components/live/live-refresh"
import { Card } from "@/components/ui/card"
import { Stat } from "@/components/ui/figures"
import { Amount, Money } from "@/components/ui/number"
import { LazyVaultPanel } from "@/components/vault/lazy-vault-panel"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { getDeployment } from "@/lib/chain/deployment"
import { formatAmount, formatInteger } from "@/lib/format"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { WAD } from "@/lib/units"
import { priceRanges } from "@/lib/vault/history-queries"
import { getVaultAddress } from "@/lib/vault/onchain"
import type { EarnView } from "./_parts/load"
import { loadEarn } from "./_parts/load"
import { DEFAULT_RANGE, PriceCard } from "./_parts/price-card"
import { YieldCard } from "./_parts/yield-card"

const answers = [
  [
    "Where does the yield come from?",
    "16% of the tax of every trade and of every loan fee goes to the vault, as long as at least 1 TIDE is wrapped. The vault buys TIDE with it.",
  ],
  [
    "Why does the share price never fall?",
    "TIDE enters with shares and leaves with shares at the same price. Yield only adds TIDE. It is released over 24 hours, so that nobody gains by wrapping for a moment.",
  ],
  [
    "What is locking for?",
    "Locked wTIDE stays yours and goes on earning. The TIDE behind it can be pledged for a loan in USDB. Without a loan you can unlock at any time.",
  ],
  [
    "What can I lose?",
    "wTIDE is worth TIDE, whose price in USDB never falls; selling costs the tax and moves the price. A loan that is not repaid in time is liquidated: it burns the pledged TIDE’s shares.",
  ],
] as const

function HowItWorks() {
  return (
    <Card title="How it works">
      <dl className="grid gap-4 text-sm">
        {answers.map(([question, answer]) => (
          <div className="grid gap-1" key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

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

/** Totals of the vault. */
function VaultFigures({ view }: { view: EarnView }) {
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
