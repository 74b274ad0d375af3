import type { ReactNode } from "react"
import { Avatar } from "@/components/profiles/avatar"
import { formatCommentCount } from "@/components/reef/counts"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Change } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { formatInteger, formatUsd, shortenAddress } from "@/lib/format"
import type { SearchItem } from "@/lib/search/schema"

/** One thing that was found, on one line. */
export function SearchResult({ item }: { item: SearchItem }) {
  if (item.kind === "token") return <TokenResult token={item} />
  if (item.kind === "market") return <MarketResult market={item} />
  if (item.kind === "transaction") {
    return (
      <ResultLine
        detail={item.block === null ? "not indexed" : `block ${formatInteger(item.block)}`}
        mark={<Icon name="swap" />}
        name={shortenAddress(item.hash)}
        title={item.hash}
      />
    )
  }
  if (item.kind === "post") return <PostResult post={item} />
  return <PersonResult person={item} />
}

/** By the name somebody goes by, with the address that nobody else has. */
function PersonResult({ person }: { person: Extract<SearchItem, { kind: "creator" | "wallet" }> }) {
  const { address, username = null, avatarUrl = null } = person
  const [count, verb] =
    person.kind === "creator" ? [person.tokens, "launched"] : [person.holdings, "holds"]
  return (
    <span className={`${rowClasses} grid-cols-[2rem_minmax(0,1fr)_auto]`} title={address}>
      <Avatar avatarUrl={avatarUrl} size={32} wallet={address} />
      <span className="grid min-w-0">
        {username && <bdi className="truncate font-medium">{username}</bdi>}
        <span className={username ? "figures text-sm text-muted" : "figures font-medium"}>
          {shortenAddress(address)}
        </span>
      </span>
      {count > 0 && (
        <span className="text-sm text-muted">
          {verb} {count} {count === 1 ? "token" : "tokens"}
        </span>
      )}
    </span>
  )
}

function PostResult({ post }: { post: Extract<SearchItem, { kind: "post" }> }) {
  const { title, wallet, username = null, comments } = post
  return (
    <span className={`${rowClasses} grid-cols-[2rem_minmax(0,1fr)]`}>
      <span className="flex justify-center text-muted">
        <Icon name="reef" />
      </span>
      <span className="grid min-w-0">
        <bdi className="truncate font-medium">{title}</bdi>
        <span className="figures truncate text-sm text-muted">
          <bdi>{username ?? shortenAddress(wallet)}</bdi>
          {comments > 0 && ` · ${formatCommentCount(comments)}`}
        </span>
      </span>
    </span>
  )
}

const rowClasses = "grid min-w-0 flex-1 items-center gap-3"

type Token = Extract<SearchItem, { kind: "token" }>

function TokenResult({ token }: { token: Token }) {
  const { address, symbol, name, image, priceUsd, dayChange } = token
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
      <TokenLogo address={address} image={image} size={32} symbol={symbol} />
      <span className="grid min-w-0">
        <TokenName address={address} className="font-medium" name={name} />
        <TokenName address={address} className="text-sm text-muted" name={symbol} />
      </span>
      {priceUsd !== null && (
        <span className="figures grid justify-items-end text-sm">
          <span>{formatUsd(BigInt(priceUsd))}</span>
          <Change basisPoints={dayChange === null ? null : BigInt(dayChange)} />
        </span>
      )}
    </span>
  )
}

function MarketResult({ market }: { market: Extract<SearchItem, { kind: "market" }> }) {
  const { address, symbol, name, image, leading } = market
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
      <TokenLogo address={address} image={image} size={32} symbol={symbol} />
      <span className="grid min-w-0">
        <TokenName address={address} className="font-medium" name={name} />
        <span className="figures truncate text-sm text-muted">
          <bdi>{leading}</bdi>
        </span>
      </span>
    </span>
  )
}

type ResultLineProps = { mark: ReactNode; name: string; title: string; detail: string }

function ResultLine({ mark, name, title, detail }: ResultLineProps) {
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-3">
      <span className="flex justify-center text-muted">{mark}</span>
      <span className="figures truncate font-medium" title={title}>
        {name}
      </span>
      <span className="text-sm text-muted">{detail}</span>
    </span>
  )
}
