import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { CommentsCard } from "@/components/comments/comments-card"
import { LiveRefresh } from "@/components/live/live-refresh"
import { OwnPosition } from "@/components/markets/positions/own-position"
import { MarketTicket } from "@/components/markets/ticket/market-ticket"
import { Section } from "@/components/ui/section"
import { findCommentViews } from "@/lib/content/comments/queries"
import type { SearchParams } from "@/lib/http/search-params"
import { cleanLine } from "@/lib/http/wire"
import { getPageVersion } from "@/lib/live/page-version"
import { findLeadingOutcome, toOutcomeName } from "@/lib/markets/labels"
import { formatChance } from "@/lib/markets/probability"
import type { MarketView } from "@/lib/markets/schema"
import { AccessListCard } from "./_parts/access-list-card"
import { ActivityCard } from "./_parts/activity-card"
import { BookCard } from "./_parts/book-card"
import { HoldersCard } from "./_parts/holders-card"
import { type MarketPageState, marketHref, parsePageState, selectOutcome } from "./_parts/links"
import { loadMarket, loadTicketMarket, loadTicketOrders } from "./_parts/load"
import { MarketHeader } from "./_parts/market-header"
import { OutcomesCard } from "./_parts/outcomes-card"
import { Paging } from "./_parts/paging"
import { ProbabilityCard } from "./_parts/probability-card"
import { RelatedCard } from "./_parts/related-card"
import { ResolutionCard } from "./_parts/resolution-card"
import { ResolvedCard } from "./_parts/resolved-card"
import { RulesCard } from "./_parts/rules-card"

const MAX_TITLE = 90

function marketMetadata(market: MarketView): Metadata {
  const name = [...cleanLine(market.name)].slice(0, MAX_TITLE).join("")
  const description = `${describeStatus(market)} Probability history, order book, rules and resolution.`
  const url = `/markets/${market.address}`
  return {
    title: name,
    description,
    alternates: { canonical: url, types: { "text/markdown": `${url}.md` } },
    openGraph: { type: "website", siteName: "Atoll", title: name, description, url },
    twitter: { card: "summary_large_image", title: name, description },
  }
}

function describeStatus({ finalOutcome, options, outcomes }: MarketView) {
  if (finalOutcome !== null) return `Resolved: ${cleanLine(toOutcomeName(options, finalOutcome))}.`
  const leading = findLeadingOutcome(outcomes)
  return leading ? `${cleanLine(leading.name)} at ${formatChance(leading)}.` : ""
}

const MAX_COMMENTS = 20

async function Comments({ market, state }: { market: MarketView; state: MarketPageState }) {
  const { address, id, dev, symbol, options, commentCount, version } = market
  const before = state.commentsBefore
  const { comments, authors, older } = await findCommentViews(address, {
    before,
    limit: MAX_COMMENTS,
  })
  const href = (commentsBefore: number | undefined) =>
    `${marketHref(address, { ...state, commentsBefore })}#comments`
  return (
    <CommentsCard
      authors={authors}
      comments={comments}
      pages={
        <Paging
          newest={before === undefined ? undefined : href(undefined)}
          noun="comments"
          older={older ? href(older) : undefined}
        />
      }
      project={{ address, id, dev, symbol, options, commentCount }}
      stamp={version}
    />
  )
}

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props) {
  const market = await loadMarket((await params).address)
  return market ? marketMetadata(market) : notFoundMetadata("market")
}

export default async function MarketPage({ params, searchParams }: Props) {
  const market = await loadMarket((await params).address)
  if (!market) return <NotFound subject="market" />
  const state = parsePageState(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <MarketHeader market={market} />
        <Section title="Probability">{() => ProbabilityCard({ market, state })}</Section>
        <Section title="Outcomes">{() => OutcomesCard({ market, state })}</Section>
        <OwnPosition
          isFinal={market.resolvedAt !== null}
          market={market.address}
          stamp={`${market.version} ${market.status}`}
        />
        <Section title="Rules">{() => RulesCard({ market })}</Section>
        <Section title="Order book">{() => BookCard({ market, state })}</Section>
        <Section title="Resolution">{() => ResolutionCard({ market })}</Section>
        <Section title="Voters and buyers">{() => AccessListCard({ market })}</Section>
        <Section title="Comments">{() => Comments({ market, state })}</Section>
        <Section title="Activity">{() => ActivityCard({ market, state })}</Section>
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
          <Section title="Holders">{() => HoldersCard({ market, state })}</Section>
          <Section title="More markets">{() => RelatedCard({ market })}</Section>
        </div>
      </div>
      <aside
        aria-label="Buy shares"
        className="min-w-0 scroll-mt-20 lg:sticky lg:top-17 lg:-m-3 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-3"
        id="trade"
      >
        <Section title="Buy shares">{() => Ticket({ market, state })}</Section>
      </aside>
      <LiveRefresh version={getPageVersion()} topics={[market.address]} />
    </div>
  )
}

/** The ticket with indexed values, which on-chain ones replace. */
async function Ticket({ market, state }: { market: MarketView; state: MarketPageState }) {
  if (market.resolvedAt) return <ResolvedCard market={market} />
  const orders = await loadTicketOrders(market.address)
  return (
    <MarketTicket
      market={loadTicketMarket(market)}
      orders={orders}
      outcome={selectOutcome(market, state)}
    />
  )
}
