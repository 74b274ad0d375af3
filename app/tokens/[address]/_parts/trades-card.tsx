import Link from "next/link"
import { TradeTape } from "@/components/tokens/trade-tape"
import { Card } from "@/components/ui/card"
import { classes } from "@/components/ui/classes"
import type { TokenView } from "@/lib/tokens/schema"
import { findTokenTrades } from "@/lib/tokens/trades/queries"
import { type TokenPageState, tokenHref } from "./links"

const ROWS = 20

const kinds = [
  { type: undefined, label: "All" },
  { type: "buy", label: "Buys" },
  { type: "sell", label: "Sells" },
] as const

type TradesCardProps = { token: TokenView; state: TokenPageState }

export async function TradesCard({ token, state }: TradesCardProps) {
  const { type, before } = state
  const tape = { type, cursor: before, limit: ROWS }
  const { data, nextCursor } = await findTokenTrades(token.address, tape)
  const link = "text-link flex min-h-11 items-center text-sm"
  return (
    <Card aside={<Kinds state={state} token={token} />} title="Trades">
      <TradeTape isLive={before === undefined} key={`${type} ${before}`} trades={data} />
      <div className="flex justify-between gap-4">
        {nextCursor ? (
          <Link
            className={link}
            href={tokenHref(token.address, { ...state, before: nextCursor })}
            prefetch={false}
            scroll={false}
          >
            Older trades
          </Link>
        ) : (
          <span />
        )}
        {before !== undefined && (
          <Link
            className={link}
            href={tokenHref(token.address, { ...state, before: undefined })}
            prefetch={false}
            scroll={false}
          >
            Newest trades
          </Link>
        )}
      </div>
    </Card>
  )
}

function Kinds({ token, state }: TradesCardProps) {
  return (
    <nav aria-label="Kind of trades" className="-mx-1 flex">
      {kinds.map(({ type, label }) => (
        <Link
          aria-current={type === state.type ? "true" : undefined}
          className={classes(
            "flex min-h-11 min-w-11 items-center justify-center rounded-control px-3 text-sm font-medium",
            type === state.type ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
          )}
          href={tokenHref(token.address, { ...state, type, before: undefined })}
          key={label}
          prefetch={false}
          replace
          scroll={false}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
