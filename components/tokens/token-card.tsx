import Link from "next/link"
import type { ReactNode } from "react"
import { Sparkline } from "@/components/charts/sparkline"
import { Change } from "@/components/ui/figures"
import { usd } from "@/lib/format"
import type { TokenCard as Card } from "@/lib/tokens/schema"
import { TokenMark } from "./token-mark"
import { TokenName } from "./token-name"

type TokenCardProps = {
  token: Card
  /** Prices of the last day, oldest first. */
  course: readonly number[]
  /** What this list is about, such as the age. */
  note: ReactNode
}

/** A token in a short list: name, course and price on one line. */
export function TokenCard({ token, course, note }: TokenCardProps) {
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-control px-2 py-2.5 hover:bg-sunken min-[420px]:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <TokenMark address={token.address} symbol={token.symbol} />
      <div className="min-w-0">
        <Link
          className="flex min-w-0 font-medium after:absolute after:inset-0"
          href={`/tokens/${token.address}`}
          prefetch={false}
        >
          <TokenName address={token.address} name={token.name} />
        </Link>
        <p className="flex min-w-0 gap-1.5 text-sm text-muted">
          <TokenName address={token.address} className="max-w-24 shrink-0" name={token.symbol} />
          <span className="min-w-0 truncate">{note}</span>
        </p>
      </div>
      <span className="hidden w-24 min-[420px]:block">
        <Sparkline prices={course} />
      </span>
      <div className="min-w-20 text-right text-sm">
        <p className="figures font-medium">{token.priceUsd === null ? "–" : usd(token.priceUsd)}</p>
        <p>
          <Change basisPoints={token.dayChange} />
        </p>
      </div>
    </li>
  )
}
