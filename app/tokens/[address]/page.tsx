import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { CommentsCard } from "@/components/comments/comments-card"
import { LiveRefresh } from "@/components/live/live-refresh"
import { CreatorPanel } from "@/components/rewards/creator-panel"
import { RewardPanel } from "@/components/rewards/reward-panel"
import { WhitelistPanel } from "@/components/rewards/whitelist-panel"
import { TokenTicket } from "@/components/swap/token-ticket"
import { Section } from "@/components/ui/section"
import { findCommentViews } from "@/lib/content/comments/queries"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { findMarket } from "@/lib/markets/list-queries"
import { computeFloor, computeTaxRate } from "@/lib/tokens/metrics"
import type { TokenView } from "@/lib/tokens/schema"
import { findWhitelist } from "@/lib/tokens/whitelist-queries"
import { AboutCard } from "./_parts/about-card"
import { ChartCard } from "./_parts/chart-card"
import { CreatorTokensCard } from "./_parts/creator-tokens-card"
import { HoldersCard } from "./_parts/holders-card"
import type { TokenPageState } from "./_parts/links"
import { parseSearchParams } from "./_parts/links"
import { loadAutoVest, loadHolders, loadToken, loadTokenState } from "./_parts/load"
import { tokenMetadata } from "./_parts/metadata"
import { PageTabs, TabPart } from "./_parts/page-tabs"
import { SafetyCard, SafetySummary } from "./_parts/safety-card"
import { StatePages } from "./_parts/state-link"
import { StatsCard } from "./_parts/stats-card"
import { SupplyCard } from "./_parts/supply-card"
import { TokenHeader } from "./_parts/token-header"
import { TradesCard } from "./_parts/trades-card"

const ENTRIES = 10

/** Reward phase, whitelist and the creator's tools. */
async function LaunchPanels({ token }: { token: TokenView }) {
  const [{ entries, total }, reading] = await Promise.all([
    findWhitelist(token.address, ENTRIES),
    loadTokenState(token),
  ])
  const frozen = reading?.frozen ?? null
  const { address, symbol, dev, multiplier } = token
  return (
    <>
      {reading?.bondingTarget != null && reading.bondingNeeded !== null && (
        <RewardPanel
          needed={reading.bondingNeeded}
          target={reading.bondingTarget}
          token={{ address, symbol }}
        />
      )}
      <WhitelistPanel entries={entries} frozen={frozen} token={{ address, symbol }} total={total} />
      <CreatorPanel
        entries={entries}
        frozen={frozen}
        token={{ address, symbol, dev, multiplier }}
      />
    </>
  )
}

const ROWS = 20

async function Comments({ token, state }: { token: TokenView; state: TokenPageState }) {
  const { address, id, dev, symbol, commentCount } = token
  const [{ comments, authors, older }, market] = await Promise.all([
    findCommentViews(address, { before: state.commentsBefore, limit: ROWS }),
    token.isPrediction ? findMarket(address) : null,
  ])
  return (
    <CommentsCard
      authors={authors}
      comments={comments}
      pages={
        <StatePages
          address={address}
          hash="comments"
          name="commentsBefore"
          newestLabel="Newest comments"
          older={older}
          olderLabel="Older comments"
        />
      }
      project={{ address, id, dev, symbol, commentCount, options: market?.options ?? null }}
      // The count distinguishes trades within one second.
      stamp={`${token.lastActivityAt?.getTime()} ${token.tradeCount}`}
    />
  )
}

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props) {
  const token = await loadToken((await params).address)
  return token ? tokenMetadata(token) : notFoundMetadata("token")
}

export default async function TokenPage({ params, searchParams }: Props) {
  const token = await loadToken((await params).address)
  if (!token) return <NotFound subject="token" />
  const state = parseSearchParams(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <TokenHeader token={token} />
        <Section>{() => SafetySummary({ token })}</Section>
        <Section title="Price">{() => ChartCard({ state, token })}</Section>
        <Section title="Stats">{() => StatsCard({ token })}</Section>
        <PageTabs address={token.address} />
        {!token.isMain && (
          <TabPart tab="about">
            <Section title="Launch">{() => LaunchPanels({ token })}</Section>
          </TabPart>
        )}
        <TabPart id="safety" tab="safety">
          <Section title="Safety">{() => SafetyCard({ token })}</Section>
        </TabPart>
        <TabPart tab="trades">
          <Section title="Trades">{() => TradesCard({ state, token })}</Section>
        </TabPart>
        <TabPart tab="comments">
          <Section title="Comments">{() => Comments({ state, token })}</Section>
        </TabPart>
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
          <TabPart tab="holders">
            <Section title="Holders">{() => HoldersCard({ token })}</Section>
            <Section title="Supply">{() => SupplyCard({ token })}</Section>
          </TabPart>
          <TabPart tab="about">
            <Section title="About">{() => AboutCard({ token })}</Section>
            {!token.isMain && (
              <Section title="Other tokens by this creator">
                {() => CreatorTokensCard({ token })}
              </Section>
            )}
          </TabPart>
        </div>
      </div>
      <aside
        aria-label="Trade"
        className="min-w-0 lg:sticky lg:top-17 lg:-m-3 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-3"
        id="trade"
      >
        <Section title="Trade">{() => Ticket({ token })}</Section>
      </aside>
      <LiveRefresh version={getPageVersion()} topics={[token.address]} />
    </div>
  )
}

/** The ticket with the indexed values, shown until the chain has answered. */
async function Ticket({ token }: { token: TokenView }) {
  const [{ supply }, reading, autoVest] = await Promise.all([
    loadHolders(token),
    loadTokenState(token),
    loadAutoVest(token),
  ])
  const { address, name, symbol, isMain, priceUsd } = token
  const surge = reading?.surge ?? null
  return (
    <TokenTicket
      token={{
        address,
        name,
        symbol,
        isMain,
        priceUsd,
        floorUsd: computeFloor(token, supply)?.usd ?? null,
        taxRate: computeTaxRate(token, surge, new Date()),
        frozen: reading?.frozen ?? null,
        surge,
        autoVest,
      }}
    />
  )
}
