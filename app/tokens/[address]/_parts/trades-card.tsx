import { TradeTape } from "@/components/tokens/trade-tape"
import { Card } from "@/components/ui/card"
import { grouped } from "@/lib/format"
import { findNames } from "@/lib/profiles/authors"
import type { TokenView } from "@/lib/tokens/schema"
import { tradeSizes } from "@/lib/tokens/trades/kinds"
import { findTokenTrades } from "@/lib/tokens/trades/queries"
import type { TokenPageState } from "./links"
import { loadEarlyBuys } from "./load"
import { StateChoice, StateLink } from "./state-link"
import { TraderChoice } from "./trader-choice"

const ROWS = 25

type TradesCardProps = { token: TokenView; state: TokenPageState }

export async function TradesCard({ token, state }: TradesCardProps) {
  const { side, size, by, before } = state
  const user = by === "creator" ? token.dev : by
  const [{ data, nextCursor }, early] = await Promise.all([
    findTokenTrades(token.address, { side, size, user, cursor: before, limit: ROWS }),
    token.isMain ? [] : loadEarlyBuys(token),
  ])
  const names = await findNames(data.map((trade) => trade.user))
  const isFiltered = side !== undefined || size !== undefined || by !== undefined
  return (
    <Card title="Trades">
      <Filters address={token.address} isMain={token.isMain} />
      <TradeTape
        creator={token.isMain ? undefined : token.dev}
        early={early.map(({ user: buyer }) => buyer)}
        isFiltered={isFiltered}
        isLive={before === undefined}
        key={`${side} ${size} ${by} ${before}`}
        names={names}
        trades={data}
      />
      <Pages before={before} next={nextCursor} token={token} />
    </Card>
  )
}

const sides = [
  { value: undefined, label: "All" },
  { value: "buy", label: "Buys" },
  { value: "sell", label: "Sells" },
] as const

const sizes = [
  { value: undefined, label: "Any size" },
  ...tradeSizes.map((value) => ({ value, label: `$${grouped(value)}+` })),
]

function Filters({ address, isMain }: { address: string; isMain: boolean }) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <StateChoice address={address} label="Side" name="side" options={sides} clear="before" />
      <StateChoice
        address={address}
        label="Least size"
        name="size"
        options={sizes}
        clear="before"
      />
      <TraderChoice address={address} hasCreator={!isMain} />
    </div>
  )
}

type PagesProps = { token: TokenView; next: string | null; before: string | undefined }

function Pages({ token, next, before }: PagesProps) {
  const link = "text-link flex min-h-11 items-center text-sm"
  return (
    <div className="flex justify-between gap-4">
      {next ? (
        <StateLink address={token.address} className={link} set={{ before: next }}>
          Older trades
        </StateLink>
      ) : (
        <span />
      )}
      {before !== undefined && (
        <StateLink address={token.address} className={link} clear="before">
          Newest trades
        </StateLink>
      )}
    </div>
  )
}
