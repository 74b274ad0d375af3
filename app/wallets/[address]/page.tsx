import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { PositionsPanel } from "@/app/portfolio/_parts/positions-panel"
import { RoundsPanel } from "@/app/portfolio/_parts/rounds-panel"
import { TradesPanel } from "@/app/portfolio/_parts/trades-panel"
import { CreatedTokensTable } from "@/app/wallets/_parts/created-tokens-table"
import {
  type ProfileTab,
  parseProfileState,
  profileHref,
  profileTabs,
  type SearchParams,
} from "@/app/wallets/_parts/url-state"
import { LiveRefresh } from "@/components/live/live-refresh"
import { parseAddress } from "@/components/portfolio/address"
import { AssetsTable } from "@/components/portfolio/assets-table"
import { OwnerBadge } from "@/components/portfolio/owner-badge"
import { AgentInfo } from "@/components/profiles/agent-info"
import { Avatar } from "@/components/profiles/avatar"
import { Socials } from "@/components/profiles/socials"
import { TierBadge } from "@/components/profiles/tier-badge"
import { PostRow } from "@/components/reef/post-row"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyIcon } from "@/components/ui/copy-button"
import { Badge, Stat } from "@/components/ui/figures"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Usd } from "@/components/ui/number"
import { FailedSection, Section } from "@/components/ui/section"
import { Time } from "@/components/ui/time"
import { findProfile as findPublicProfile } from "@/lib/account/profile-queries"
import { findAgent } from "@/lib/agents/queries"
import { formatInteger, shortenAddress } from "@/lib/format"
import { getPageVersion } from "@/lib/live/page-version"
import { findPositions, isClosed } from "@/lib/markets/positions/queries"
import { tryLoad } from "@/lib/pages/try-load"
import { findHoldings } from "@/lib/portfolio/queries"
import {
  findCreatedTokens,
  findWalletSummary,
  type WalletSummary,
} from "@/lib/portfolio/wallet-summary"
import { findOwnName } from "@/lib/profiles/authors"
import { findWalletPosts } from "@/lib/reef/posts/queries"
import { findWalletTotals, type WalletTotals } from "@/lib/updown/wallet-totals"

const SHOWN = 5

/** The newest posts of a wallet. */
async function ReefPosts({ wallet }: { wallet: string }) {
  const { data, pagination } = await findWalletPosts(wallet, { limit: SHOWN, offset: 0 })
  if (data.length === 0) return null
  const { total } = pagination
  return (
    <Card
      aside={
        <span className="figures text-sm text-muted">
          {total > SHOWN ? `Newest ${SHOWN} of ${formatInteger(total)}` : null}
        </span>
      }
      title="Posts on the Reef"
    >
      <ul className="-mx-2">
        {data.map((post) => (
          <li key={post.id}>
            <PostRow post={post} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

const CREATIONS = 20

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wallet = parseAddress((await params).address)
  if (!wallet) return notFoundMetadata("wallet")
  const [{ firstSeen }, { username }] = await Promise.all([
    findWalletSummary(wallet),
    findOwnName(wallet),
  ])
  const who = username ?? `the wallet ${wallet}`
  return {
    title: username ?? `Wallet ${shortenAddress(wallet)}`,
    description: `Launches, holdings and trades of ${who} on Atoll.`,
    alternates: { canonical: `/wallets/${wallet}` },
    ...(firstSeen === null && { robots: { index: false } }),
  }
}

export default async function ProfilePage({ params, searchParams }: Props) {
  const version = getPageVersion()
  const wallet = parseAddress((await params).address)
  if (!wallet) return <NotFound subject="wallet" />
  const parameters = await searchParams
  const state = parseProfileState(parameters)
  const [summary, identity, rounds] = await Promise.all([
    findWalletSummary(wallet),
    findIdentity(wallet),
    tryLoad(findWalletTotals(wallet)),
  ])
  const tab = state.tab ?? firstTab(summary)
  return (
    <div className="grid grid-cols-1 gap-5">
      <ProfileHeader identity={identity} rounds={rounds} summary={summary} wallet={wallet} />
      <Card>
        <div className="grid grid-cols-1 gap-4">
          <LinkTabs label="Profile" tabs={tabsOf(wallet, tab, { ...summary, rounds })} />
          <Section key={tab}>{() => Panel({ parameters, rounds, summary, tab, wallet })}</Section>
        </div>
      </Card>
      <Section title="Posts on the Reef">{() => ReefPosts({ wallet })}</Section>
      {/* The live stream does not report points, so a profile with stale points is refreshed at once. */}
      <LiveRefresh {...(!identity.stale && { version })} />
    </div>
  )
}

/** The tab that is shown first: launches for creators, else holdings or trades. */
function firstTab({ created, holds, trades }: WalletSummary): ProfileTab {
  if (created > 0) return "created"
  return holds > 0 || trades === 0 ? "holdings" : "trades"
}

type Identity = Awaited<ReturnType<typeof findIdentity>>

async function findIdentity(wallet: string) {
  const [profile, agent] = await Promise.all([findPublicProfile(wallet), findAgent(wallet)])
  return { ...profile, agent }
}

type HeaderProps = {
  wallet: string
  summary: WalletSummary
  /** Null if they could not be loaded. */
  rounds: WalletTotals | null
  identity: Identity
}

function ProfileHeader({ wallet, summary, rounds, identity }: HeaderProps) {
  const { firstSeen, trades, volumeUsd, created, holds } = summary
  const { username, avatarUrl, socials, agent } = identity
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-center gap-3">
          <Avatar avatarUrl={avatarUrl} size={56} wallet={wallet} />
          <div className="grid min-w-0 flex-1 basis-48">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <h1 className="flex flex-wrap items-center gap-x-2">
                {username ? (
                  <bdi className="wrap-anywhere">{username}</bdi>
                ) : (
                  <ShortAddress wallet={wallet} />
                )}
              </h1>
              <OwnerBadge wallet={wallet} />
              {created > 0 && <Badge>Creator</Badge>}
            </div>
            {username && (
              <p className="flex items-center gap-x-2 text-sm text-muted">
                <ShortAddress wallet={wallet} />
              </p>
            )}
            <TierBadge {...identity} />
            <p className="text-sm text-muted">
              {firstSeen ? (
                <>
                  First seen <Time time={firstSeen} />
                </>
              ) : (
                "No activity on Atoll yet"
              )}
            </p>
          </div>
          <ButtonLink className="ml-auto" href={`/portfolio/${wallet}`} variant="secondary">
            Portfolio
          </ButtonLink>
        </header>
        <Socials socials={socials} />
        {agent && <AgentInfo agent={agent} />}
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Stat label="Launched">{formatInteger(created)}</Stat>
          <Stat label="Holds">{formatInteger(holds)}</Stat>
          <Stat label="Trades">{formatInteger(trades)}</Stat>
          <Stat label="Volume">
            <Usd isCompact value={volumeUsd} />
          </Stat>
          {rounds !== null && rounds.rounds > 0 && <RoundStats rounds={rounds} />}
        </dl>
        {!rounds && <FailedSection title="Rounds" />}
      </div>
    </Card>
  )
}

/** Bets in price rounds; the bets of one round count as one. */
function RoundStats({ rounds: { rounds, wins, losses } }: { rounds: WalletTotals }) {
  return (
    <>
      <Stat label="Rounds">{formatInteger(rounds)}</Stat>
      <Stat label="Rounds won">{formatInteger(wins)}</Stat>
      <Stat label="Rounds lost">{formatInteger(losses)}</Stat>
    </>
  )
}

function ShortAddress({ wallet }: { wallet: string }) {
  return (
    <>
      <span className="figures">{shortenAddress(wallet)}</span>
      <CopyIcon label="Copy address" text={wallet} />
    </>
  )
}

const labels: Record<ProfileTab, string> = {
  created: "Created",
  holdings: "Holdings",
  markets: "Markets",
  rounds: "Rounds",
  trades: "Trades",
}

type Counted = WalletSummary & { rounds: WalletTotals | null }

function tabsOf(wallet: string, current: ProfileTab, counted: Counted) {
  const { created, holds, bets, rounds, trades } = counted
  const counts = { created, holdings: holds, markets: bets, rounds: rounds?.rounds, trades }
  return profileTabs.map((tab) => {
    const count = counts[tab]
    return {
      href: profileHref(wallet, { tab }),
      label: labels[tab],
      isCurrent: tab === current,
      ...(count !== undefined && { count }),
    }
  })
}

type PanelProps = {
  wallet: string
  tab: ProfileTab
  summary: WalletSummary
  rounds: WalletTotals | null
  parameters: SearchParams
}

async function Panel({ wallet, tab, summary, rounds, parameters }: PanelProps) {
  const { page, side, before, order } = parseProfileState(parameters)
  if (tab === "created") {
    return (
      <CreatedTokensTable
        creations={await findCreatedTokens(wallet, { page, limit: CREATIONS })}
        href={(next) => profileHref(wallet, { tab, page: next })}
        page={page}
        pages={Math.ceil(summary.created / CREATIONS)}
      />
    )
  }
  if (tab === "holdings") {
    return (
      <AssetsTable
        assets={(await findHoldings(wallet)).assets}
        href={(next) => profileHref(wallet, { tab, order: next })}
        order={order}
      />
    )
  }
  if (tab === "markets") {
    const positions = await findPositions(wallet)
    return PositionsPanel({
      isReadOnly: true,
      markets: positions.filter((each) => !isClosed(each)),
      wallet,
    })
  }
  if (tab === "rounds") {
    return RoundsPanel({
      before,
      href: (older) => profileHref(wallet, { tab, before: older }),
      totals: rounds ?? (await findWalletTotals(wallet)),
      wallet,
    })
  }
  return TradesPanel({
    before,
    href: (choice) => profileHref(wallet, { tab, ...choice }),
    side,
    wallet,
  })
}
