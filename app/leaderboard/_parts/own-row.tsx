"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { RankChange } from "@/components/profiles/rank-change"
import { TierBadge } from "@/components/profiles/tier-badge"
import { WaysUp } from "@/components/profiles/ways-up"
import { Button, ButtonLink } from "@/components/ui/button"
import { Skeleton } from "@/components/ui/states"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { type ApiAnswer, callApi } from "@/lib/api/client"
import { leaderboardHref, pageOfRank, rowId } from "./links"

type Standing = ApiAnswer<"GET /api/internal/leaderboard/own">

/** The connected wallet's rank, always in sight, with what moves it up. `shown` are the wallets of the page. */
export function OwnRow({ shown }: { shown: readonly string[] }) {
  const wallet = useWallet()
  const address = wallet.address
  const { data, isError } = useQuery({
    queryKey: ["standing", address ?? ""],
    queryFn: () =>
      callApi("GET /api/internal/leaderboard/own", { query: { wallet: address ?? "" } }),
    enabled: address !== undefined,
  })
  const isShown = address !== undefined && shown.includes(address)
  useEffect(() => (isShown ? markRow(address) : undefined), [address, isShown])

  if (!address) {
    return (
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p>Connect a wallet to see your rank.</p>
        <Button onClick={openConnect} pending={wallet.status === "connecting"} size="sm">
          Connect wallet
        </Button>
      </div>
    )
  }
  if (isError) return <p className="min-h-11">Your rank could not be loaded.</p>
  if (!data) return <Skeleton className="h-11" />
  return <Rank isShown={isShown} standing={data} wallet={address} />
}

/** The row is a part of the page that the server has made. */
function markRow(wallet: string) {
  const row = document.getElementById(rowId(wallet))
  row?.setAttribute("aria-current", "true")
  return () => row?.removeAttribute("aria-current")
}

type RankProps = { standing: Standing; wallet: string; isShown: boolean }

function Rank({ standing, wallet, isShown }: RankProps) {
  const { rank, rankDelta, tier } = standing
  const page = leaderboardHref(pageOfRank(rank))
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3">
        <span className="font-semibold">{rank > 0 ? "You" : "You have no rank yet"}</span>
        <TierBadge {...standing} />
        {rank > 0 && <RankChange delta={rankDelta} />}
        <span className="ml-auto text-accent underline-offset-3 hover:underline">
          What moves you up
        </span>
      </summary>
      <div className="grid max-h-[50vh] gap-3 overflow-y-auto pt-2">
        <WaysUp tier={tier} />
        <div className="flex flex-wrap gap-2">
          {rank > 0 && (
            <ButtonLink
              href={isShown ? `#${rowId(wallet)}` : `${page}#${rowId(wallet)}`}
              size="sm"
              variant="secondary"
            >
              Go to my rank
            </ButtonLink>
          )}
          <ButtonLink href="/account#standing" size="sm" variant="secondary">
            Your standing
          </ButtonLink>
        </div>
      </div>
    </details>
  )
}
