import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { addressOf } from "@/app/portfolio/_parts/address"
import { AssetsTable } from "@/app/portfolio/_parts/assets-table"
import { OwnBadge } from "@/app/portfolio/_parts/own-badge"
import { PositionsPanel } from "@/app/portfolio/_parts/positions-panel"
import { TradesPanel } from "@/app/portfolio/_parts/trades-panel"
import { Creations } from "@/app/wallets/_parts/creations"
import {
  type ProfileTab,
  profileHref,
  profileTabs,
  readState,
  type SearchParams,
} from "@/app/wallets/_parts/links"
import { ReefPosts } from "@/app/wallets/_parts/reef-posts"
import { LiveRefresh } from "@/components/live/live-refresh"
import { AgentAbout } from "@/components/profiles/agent-about"
import { Portrait } from "@/components/profiles/portrait"
import { Socials } from "@/components/profiles/socials"
import { Standing } from "@/components/profiles/standing"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyIcon } from "@/components/ui/copy-button"
import { Badge, Stat } from "@/components/ui/figures"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Usd } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import { findAgent } from "@/lib/agents/queries"
import { grouped, shortAddress } from "@/lib/format"
import { pageMark } from "@/lib/live/page-mark"
import { findPositions, isClosed } from "@/lib/markets/positions/queries"
import { findCreations, findProfile, type ProfileSummary } from "@/lib/portfolio/profile"
import { findHoldings } from "@/lib/portfolio/queries"
import { findName } from "@/lib/profiles/authors"
import { findProfile as findPublicProfile } from "@/lib/profiles/queries"

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

const CREATIONS = 20

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wallet = addressOf((await params).address)
  if (!wallet) return notFoundMetadata("wallet")
  const [{ firstSeen }, { username }] = await Promise.all([findProfile(wallet), findName(wallet)])
  const who = username ?? `the wallet ${wallet}`
  return {
    title: username ?? `Wallet ${shortAddress(wallet)}`,
    description: `What ${who} has launched on Atoll, holds and has traded.`,
    alternates: { canonical: `/wallets/${wallet}` },
    ...(firstSeen === null && { robots: { index: false } }),
  }
}

export default async function ProfilePage({ params, searchParams }: Props) {
  const mark = pageMark()
  const wallet = addressOf((await params).address)
  if (!wallet) return <NotFound subject="wallet" />
  const parameters = await searchParams
  const [summary, state] = [await findProfile(wallet), readState(parameters)]
  const identity = await findIdentity(wallet)
  const tab = state.tab ?? firstTab(summary)
  return (
    <div className="grid grid-cols-1 gap-5">
      <ProfileHeader identity={identity} summary={summary} wallet={wallet} />
      <Card>
        <div className="grid grid-cols-1 gap-4">
          <LinkTabs label="Parts of the profile" tabs={tabsOf(wallet, tab, summary)} />
          <Panel parameters={parameters} summary={summary} tab={tab} wallet={wallet} />
        </div>
      </Card>
      <ReefPosts wallet={wallet} />
      {/* Points that are being computed now are told of by nobody: the page is read once more. */}
      <LiveRefresh {...(!identity.stale && { mark })} />
    </div>
  )
}

/** Creators are known by what they made, others by what they trade. */
function firstTab({ created, holds, trades }: ProfileSummary): ProfileTab {
  if (created > 0) return "created"
  return holds > 0 || trades === 0 ? "holdings" : "trades"
}

type Identity = Awaited<ReturnType<typeof findIdentity>>

/** Who the wallet says it is, and the agent behind it. */
async function findIdentity(wallet: string) {
  const [profile, agent] = await Promise.all([findPublicProfile(wallet), findAgent(wallet)])
  return { ...profile, agent }
}

type HeaderProps = { wallet: string; summary: ProfileSummary; identity: Identity }

function ProfileHeader({ wallet, summary, identity }: HeaderProps) {
  const { firstSeen, trades, volumeUsd, created, holds } = summary
  const { username, avatarUrl, socials, agent } = identity
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-center gap-3">
          <Portrait avatarUrl={avatarUrl} size={56} wallet={wallet} />
          <div className="grid min-w-0 flex-1 basis-48">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <h1 className="flex flex-wrap items-center gap-x-2">
                {username ? (
                  <bdi className="wrap-anywhere">{username}</bdi>
                ) : (
                  <ShortAddress wallet={wallet} />
                )}
              </h1>
              <OwnBadge wallet={wallet} />
              {created > 0 && <Badge>Creator</Badge>}
            </div>
            {username && (
              <p className="flex items-center gap-x-2 text-sm text-muted">
                <ShortAddress wallet={wallet} />
              </p>
            )}
            <Standing {...identity} />
            <p className="text-sm text-muted">
              {firstSeen ? (
                <>
                  First seen <Time time={firstSeen} />
                </>
              ) : (
                "Not seen on Atoll yet"
              )}
            </p>
          </div>
          <ButtonLink className="ml-auto" href={`/portfolio/${wallet}`} look="secondary">
            Portfolio
          </ButtonLink>
        </header>
        <Socials socials={socials} />
        {agent && <AgentAbout agent={agent} />}
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Stat label="Launched">{grouped(created)}</Stat>
          <Stat label="Holds">{grouped(holds)}</Stat>
          <Stat label="Trades">{grouped(trades)}</Stat>
          <Stat label="Volume">
            <Usd isCompact value={volumeUsd} />
          </Stat>
        </dl>
      </div>
    </Card>
  )
}

function ShortAddress({ wallet }: { wallet: string }) {
  return (
    <>
      <span className="figures">{shortAddress(wallet)}</span>
      <CopyIcon label="Copy the address" text={wallet} />
    </>
  )
}

function tabsOf(wallet: string, current: ProfileTab, summary: ProfileSummary) {
  const { created, holds, bets, trades } = summary
  const labels = { created: "Created", holdings: "Holdings", markets: "Markets", trades: "Trades" }
  const counts = { created, holdings: holds, markets: bets, trades }
  return profileTabs.map((tab) => ({
    href: profileHref(wallet, { tab }),
    label: labels[tab],
    isCurrent: tab === current,
    count: counts[tab],
  }))
}

type PanelProps = {
  wallet: string
  tab: ProfileTab
  summary: ProfileSummary
  parameters: SearchParams
}

async function Panel({ wallet, tab, summary, parameters }: PanelProps) {
  const { page, side, before, order } = readState(parameters)
  if (tab === "created") {
    return (
      <Creations
        creations={await findCreations(wallet, { page, limit: CREATIONS })}
        href={(next) => profileHref(wallet, { tab, page: next })}
        page={page}
        pages={Math.ceil(summary.created / CREATIONS)}
      />
    )
  }
  if (tab === "holdings") {
    return (
      <AssetsTable
        assets={await findHoldings(wallet)}
        href={(next) => profileHref(wallet, { tab, order: next })}
        order={order}
      />
    )
  }
  if (tab === "markets") {
    const positions = await findPositions(wallet)
    return (
      <PositionsPanel
        isReadOnly
        markets={positions.filter((each) => !isClosed(each))}
        wallet={wallet}
      />
    )
  }
  return (
    <TradesPanel
      before={before}
      href={(choice) => profileHref(wallet, { tab, ...choice })}
      side={side}
      wallet={wallet}
    />
  )
}
