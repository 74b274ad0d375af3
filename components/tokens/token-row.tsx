import Link from "next/link"
import type { ReactNode } from "react"
import { Sparkline } from "@/components/charts/sparkline"
import { Change } from "@/components/ui/figures"
import { compactUsd, usd } from "@/lib/format"
import type { TokenCard } from "@/lib/tokens/schema"
import { KindBadge } from "./kind-badge"
import { TimeAgo } from "./time-ago"
import { TokenMark } from "./token-mark"
import { TokenName } from "./token-name"

/** Columns on wide screens; on phones each token is a card of labelled figures. */
export const tokenColumns =
  "lg:grid lg:grid-cols-[minmax(0,1fr)_7rem_6rem_6.5rem_6.5rem_6.5rem_6rem] lg:items-center lg:gap-3"

type TokenRowProps = { token: TokenCard; course: readonly number[] }

export function TokenRow({ token, course }: TokenRowProps) {
  return (
    <li className={`relative px-4 py-3 hover:bg-sunken ${tokenColumns}`}>
      <TokenTitle token={token} />
      <dl className="mt-3 grid grid-cols-3 gap-x-3 gap-y-2 text-sm lg:contents">
        <Cell label="Price">{token.priceUsd === null ? "–" : usd(token.priceUsd)}</Cell>
        <Cell label="24 h">
          <Change basisPoints={token.dayChange} />
        </Cell>
        <Cell label="Last day">
          <span className="inline-block w-24 max-w-full pt-1 lg:pt-0 lg:align-middle">
            <Sparkline prices={course} />
          </span>
        </Cell>
        <Cell label="Liquidity">
          {token.liquidityUsd === null ? "–" : compactUsd(token.liquidityUsd)}
        </Cell>
        <Cell label="Volume 24 h">{compactUsd(token.dayVolumeUsd)}</Cell>
        <Cell label="Last trade">
          {token.lastActivityAt ? <TimeAgo time={token.lastActivityAt} /> : "none yet"}
        </Cell>
      </dl>
    </li>
  )
}

function TokenTitle({ token }: { token: TokenCard }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <TokenMark address={token.address} symbol={token.symbol} />
      <div className="min-w-0">
        <h2 className="text-base">
          <Link
            className="flex min-w-0 after:absolute after:inset-0"
            href={`/tokens/${token.address}`}
            prefetch={false}
          >
            <TokenName address={token.address} name={token.name} />
          </Link>
        </h2>
        <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
          <TokenName address={token.address} className="max-w-32" name={token.symbol} />
          <KindBadge kind={token.kind} multiplier={token.multiplier} />
        </p>
      </div>
    </div>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 lg:text-right">
      <dt className="text-muted lg:sr-only">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
