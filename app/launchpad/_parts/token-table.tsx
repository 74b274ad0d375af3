import Link from "next/link"
import { CommentCount } from "@/components/comments/comment-count"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Change } from "@/components/ui/figures"
import { Price, Usd } from "@/components/ui/number"
import { Sparkline } from "@/components/ui/sparkline"
import { type Column, Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import type { Usernames } from "@/lib/profiles/authors"
import type { Sparklines } from "@/lib/tokens/candles/sparklines"
import type { TokenCard } from "@/lib/tokens/schema"
import { CreatorLink } from "./column-row"
import { launchpadHref } from "./links"
import type { LaunchpadQuery } from "./query"
import { TokenBadges } from "./token-badges"

type TokenTableProps = {
  tokens: readonly TokenCard[]
  histories: Sparklines
  /** Usernames by wallet. */
  names: Usernames
  query: LaunchpadQuery
}

/** Tokens in rows; a header sorts, and reverses the order when pressed again. */
export function TokenTable({ tokens, histories, names, query }: TokenTableProps) {
  const sort = (by: LaunchpadQuery["sort"]) => createSort(query, by)
  const figure = { align: "right", isHiddenOnPhone: true } as const
  const columns: Column<TokenCard>[] = [
    {
      key: "token",
      header: "Token",
      isRowHeader: true,
      cell: (token) => <TokenCell creator={names[token.dev]} token={token} />,
    },
    {
      key: "price",
      header: "Price",
      align: "right",
      sort: sort("price"),
      cell: ({ priceUsd, dayChange }) => (
        <span className="grid justify-items-end">
          <Price value={priceUsd} />
          <span className="sm:hidden">
            <Change basisPoints={dayChange} />
          </span>
        </span>
      ),
    },
    {
      key: "change",
      header: "24 h",
      ...figure,
      sort: sort("change"),
      cell: ({ dayChange }) => <Change basisPoints={dayChange} />,
    },
    {
      key: "history",
      header: "Last 24 h",
      isHiddenOnPhone: true,
      cell: ({ address }) => (
        <Sparkline
          className="h-7 w-24"
          height={28}
          prices={histories.get(address) ?? []}
          width={96}
        />
      ),
    },
    {
      key: "volume",
      header: "Volume 24 h",
      ...figure,
      sort: sort("active"),
      cell: ({ dayVolumeUsd }) => <Usd isCompact value={dayVolumeUsd} />,
    },
    {
      key: "liquidity",
      header: "Liquidity",
      ...figure,
      sort: sort("liquidity"),
      cell: ({ liquidityUsd }) =>
        liquidityUsd === null ? "–" : <Usd isCompact value={liquidityUsd} />,
    },
    {
      key: "holders",
      header: "Holders",
      ...figure,
      sort: sort("holders"),
      cell: ({ holderCount }) => formatInteger(holderCount),
    },
    {
      key: "age",
      header: "Launched",
      ...figure,
      sort: sort("newest"),
      cell: ({ createdAt }) => <Time time={createdAt} />,
    },
  ]
  return (
    <Table
      caption="Tokens"
      className="rounded-card bg-surface shadow-card lg:max-h-[calc(100dvh-8rem)]"
      columns={columns}
      isInteractive
      rowKey={({ address }) => address}
      rows={tokens}
    />
  )
}

/** Sort link of a column: descending first, then ascending. */
function createSort(query: LaunchpadQuery, by: LaunchpadQuery["sort"]) {
  const isAscending = (query.sort === "oldest") !== (query.order === "asc")
  const isCurrent = query.sort === by || (by === "newest" && query.sort === "oldest")
  const order = isCurrent && !isAscending ? "asc" : "desc"
  return {
    href: launchpadHref({ ...query, sort: by, order, page: 1 }),
    direction: isCurrent ? (isAscending ? "ascending" : "descending") : null,
  } as const
}

function TokenCell({ token, creator }: { token: TokenCard; creator: string | undefined }) {
  const { address, symbol, name, image } = token
  return (
    <div className="token-cell">
      <TokenLogo address={address} image={image} symbol={symbol} />
      <div className="grid min-w-0 gap-0.5">
        <Link className="token-cell-link" href={`/tokens/${address}`} prefetch={false}>
          <TokenName address={address} name={name} />
        </Link>
        <p className="token-cell-facts">
          <TokenName address={address} className="max-w-24 shrink-0" name={symbol} />
          <CreatorLink dev={token.dev} name={creator} />
          <CommentCount count={token.commentCount} />
        </p>
        <p className="flex flex-wrap gap-1 max-sm:hidden">
          <TokenBadges token={token} />
        </p>
        <p className="flex text-muted sm:hidden">
          <TokenName address={address} name={symbol} />
        </p>
      </div>
    </div>
  )
}
