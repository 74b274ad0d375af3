"use client"

import { useQuery } from "@tanstack/react-query"
import { QueryFailure } from "@/components/browser/query-failure"
import { AuthorName } from "@/components/profiles/author"
import { TierBadge } from "@/components/profiles/tier-badge"
import { ReferralLink } from "@/components/referral/referral-link"
import { Card } from "@/components/ui/card"
import { Disclosure } from "@/components/ui/disclosure"
import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer } from "@/lib/api/client"
import { formatInteger, formatPercent } from "@/lib/format"
import { TIERS } from "@/lib/profiles/tiers"

type Referrals = ApiAnswer<"GET /api/v1/me/referrals">
type Referred = Referrals["referrals"][number]

/** The wallet's referral link and whom it brought. */
export function ReferralsCard({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const query = useQuery({
    queryKey: ["referrals", wallet],
    queryFn: () => request("GET /api/v1/me/referrals", {}),
    retry: false,
  })
  return (
    <Card title="Referrals">
      <div className="grid grid-cols-1 gap-5">
        <p className="text-sm text-muted">
          You become the referrer of each wallet that makes its first claim at the faucet after
          opening this link, on any page and at any time. The first link that a visitor opens
          counts.
        </p>
        <ReferralLink wallet={wallet} />
        {query.isPending && <Skeleton className="h-40" />}
        <QueryFailure query={query} />
        {query.data && <Tree referrals={query.data} />}
      </div>
    </Card>
  )
}

function Tree({ referrals }: { referrals: Referrals }) {
  const { referrer, directCount, indirectCount } = referrals
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Stat label="Layer 1">{formatInteger(directCount)}</Stat>
        <Stat label="Layer 2">{formatInteger(indirectCount)}</Stat>
        <Stat label="Your share of layer 1">{shareOf(referrals.tier)}</Stat>
      </dl>
      <p className="text-sm text-muted">
        Layer 1 are wallets that you referred, layer 2 those that they referred. Of what layer 2
        earns you get 1%.
      </p>
      {referrer && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          Referred by <Person person={referrer} />
        </p>
      )}
      {referrals.referrals.length > 0 && <Wallets referrals={referrals.referrals} />}
    </>
  )
}

function shareOf(tier: string) {
  const rates = TIERS.find((each) => each.tier === tier) ?? TIERS[0]
  return formatPercent(rates.layerOne)
}

function Wallets({ referrals }: { referrals: readonly Referred[] }) {
  const tiers = TIERS.map(({ tier, tierEmoji }) => ({
    tier,
    tierEmoji,
    wallets: referrals.filter((each) => each.tier === tier).length,
  })).filter(({ wallets }) => wallets > 0)
  return (
    <>
      <ul aria-label="Their tiers" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {tiers.map(({ tier, tierEmoji, wallets }) => (
          <li key={tier}>
            <span aria-hidden="true">{tierEmoji}</span> {tier}{" "}
            <span className="figures font-medium">{formatInteger(wallets)}</span>
          </li>
        ))}
      </ul>
      <Disclosure label={`Wallets by rank, the first ${formatInteger(referrals.length)}`}>
        <ul className="max-h-96 divide-y divide-line overflow-y-auto">
          {referrals.map((person) => (
            <li className="flex flex-wrap items-center gap-x-3 text-sm" key={person.wallet}>
              <Person person={person} />
              <span className="ml-auto text-muted">
                Layer {person.layer} · <Time time={person.joinedAt} />
              </span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  )
}

function Person({ person }: { person: Referred }) {
  const { wallet, username } = person
  const author = { ...person, username, avatarUrl: null, xHandle: null, isAgent: false }
  return (
    <>
      <a
        className="inline-flex min-h-11 items-center font-medium text-link"
        href={`/wallets/${wallet}`}
      >
        <AuthorName author={author} wallet={wallet} />
      </a>
      <TierBadge {...person} />
    </>
  )
}
