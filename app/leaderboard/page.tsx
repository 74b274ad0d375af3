import type { Metadata } from "next"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Pager } from "@/components/ui/pager"
import { EmptyState } from "@/components/ui/states"
import { formatInteger } from "@/lib/format"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { findRankedPage, searchRanked } from "@/lib/profiles/ranks/ranked-wallets"
import { leaderboardState } from "@/lib/profiles/ranks/ranked-wallets-schema"
import { LazyOwnRow } from "./_parts/lazy-own-row"
import { leaderboardHref } from "./_parts/links"
import { RankedList } from "./_parts/ranked-list"
import { PageForm, SearchForm } from "./_parts/search-form"

/** Why an X account was not linked: X sends back to this page. */
const reasons: Readonly<Record<string, string>> = {
  access_denied:
    "X was not allowed to tell who you are. Start again if that was not what you wanted.",
  invalid_state: "The link took too long or was opened in another browser. Start again.",
  exchange_failed: "X did not confirm the account. Start again.",
  wallet_already_linked: "This wallet has an X account already. Unlink it first.",
  account_already_linked:
    "This X account belongs to another wallet, or did until less than 30 days ago.",
  upstream_unavailable: "X cannot be reached at the moment. Try again later.",
}

function LinkFailure({ code }: { code: string | null }) {
  const reason = code === null ? undefined : reasons[code]
  if (!reason) return null
  return (
    <Notice
      action={
        <a className="text-link inline-flex min-h-11 items-center" href="/account#linked">
          Linked accounts
        </a>
      }
      title="The X account was not linked"
      tone="bad"
    >
      <p>{reason}</p>
    </Notice>
  )
}

export const metadata: Metadata = {
  title: "Leaderboard",
  description: "Wallets by rank and tier: who trades, bets, launches, holds and refers most.",
  alternates: { canonical: "/leaderboard" },
}

type Props = { searchParams: Promise<SearchParams> }

export default async function LeaderboardPage({ searchParams }: Props) {
  const parameters = await searchParams
  const { page, q } = parseSearchParams(leaderboardState, parameters)
  const { error } = parameters
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1>Leaderboard</h1>
        <p className="text-muted">
          Ranks follow from points for trades, bets, launches, holdings and referrals, within
          seconds. Everybody’s tier and rank are public, points are not.
        </p>
      </header>
      <LinkFailure code={typeof error === "string" ? error : null} />
      <SearchForm text={q} />
      {q ? <Found text={q} /> : <Ranks page={page} />}
    </div>
  )
}

async function Ranks({ page }: { page: number }) {
  const { entries, pages, total } = await findRankedPage(page)
  return (
    <>
      {entries.length > 0 ? (
        <RankedList entries={entries} />
      ) : (
        <EmptyState
          action={
            total > 0 && (
              <ButtonLink href={leaderboardHref(pages)} variant="secondary">
                Last page
              </ButtonLink>
            )
          }
          icon="users"
          title={total > 0 ? "This page is past the end" : "Nobody has a rank yet"}
        >
          {total > 0
            ? `${formatInteger(total)} wallets have a rank.`
            : "The first trade of 10 USD makes the first rank."}
        </EmptyState>
      )}
      <Pager href={leaderboardHref} page={page} pages={pages} />
      <PageForm page={Math.min(page, pages)} pages={pages} />
      <OwnBar shown={entries.map(({ wallet }) => wallet)} />
    </>
  )
}

async function Found({ text }: { text: string }) {
  const entries = await searchRanked(text)
  return (
    <>
      {entries.length > 0 ? (
        <RankedList entries={entries} />
      ) : (
        <EmptyState
          action={
            <ButtonLink href="/leaderboard" variant="secondary">
              All ranks
            </ButtonLink>
          }
          icon="search"
          title="No ranked wallet found"
        >
          Names and addresses are compared from their beginning. Wallets without points have no
          rank.
        </EmptyState>
      )}
      <OwnBar shown={entries.map(({ wallet }) => wallet)} />
    </>
  )
}

/** Stays above the lower edge, on phones above the bar. */
function OwnBar({ shown }: { shown: string[] }) {
  return (
    <aside
      aria-label="Your rank"
      className="sticky bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-10 rounded-card border border-line bg-surface px-4 py-2 shadow-card lg:bottom-3"
    >
      <LazyOwnRow shown={shown} />
    </aside>
  )
}
