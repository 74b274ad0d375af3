import { TradeList } from "@/components/tokens/trade-list"
import { toTradeRow } from "@/components/tokens/trade-row-data"
import { Card } from "@/components/ui/card"
import { formatInteger } from "@/lib/format"
import { findUsernames } from "@/lib/profiles/authors"
import type { TokenView } from "@/lib/tokens/schema"
import { minTradeSizes } from "@/lib/tokens/trades/constants"
import { findTokenTrades } from "@/lib/tokens/trades/queries"
import type { TokenPageState } from "./links"
import { loadEarlyBuys } from "./load"
import { StateChoice, StatePages } from "./state-link"
import { TraderFilter } from "./trader-filter"

const ROWS = 15

type TradesCardProps = { token: TokenView; state: TokenPageState }

export async function TradesCard({ token, state }: TradesCardProps) {
  const { side, size, by, before } = state
  const user = by === "creator" ? token.dev : by
  const [{ data, nextCursor }, early] = await Promise.all([
    findTokenTrades(token.address, { side, size, user, cursor: before, limit: ROWS }),
    token.isMain ? [] : loadEarlyBuys(token),
  ])
  const names = await findUsernames(data.map((trade) => trade.user))
  const isFiltered = side !== undefined || size !== undefined || by !== undefined
  return (
    <Card title="Trades">
      <Filters address={token.address} isMain={token.isMain} />
      <TradeList
        creator={token.isMain ? undefined : token.dev}
        early={early.map(({ user: buyer }) => buyer)}
        isFiltered={isFiltered}
        isLive={before === undefined}
        key={`${side} ${size} ${by} ${before}`}
        names={names}
        trades={data.map((trade) => toTradeRow(trade, {}))}
      />
      <StatePages
        address={token.address}
        name="before"
        newestLabel="Newest trades"
        older={nextCursor}
        olderLabel="Older trades"
      />
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
  ...minTradeSizes.map((value) => ({ value, label: `$${formatInteger(value)}+` })),
]

function Filters({ address, isMain }: { address: string; isMain: boolean }) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <StateChoice address={address} label="Side" name="side" options={sides} clear="before" />
      <StateChoice
        address={address}
        label="Minimum size"
        name="size"
        options={sizes}
        clear="before"
      />
      <TraderFilter address={address} hasCreator={!isMain} />
    </div>
  )
}
