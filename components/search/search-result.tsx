import type { ReactNode } from "react"
import { Avatar } from "@/components/profiles/avatar"
import { formatCommentCount } from "@/components/reef/counts"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Change } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { formatInteger, formatUsd, shortenAddress } from "@/lib/format"
import type { SearchItem } from "@/lib/search/schema"

/** A search result, on one line. */
export function SearchResult({ item }: { item: SearchItem }) {
  switch (item.kind) {
    case "token":
      return <TokenResult token={item} />
    case "market":
      return (
        <ResultLine
          detail={<bdi>{item.leading}</bdi>}
          mark={<TokenLogo {...item} size={32} />}
          name={<TokenName address={item.address} name={item.name} />}
        />
      )
    case "agent":
      return (
        <ResultLine
          aside={`No. ${item.agentId}`}
          detail={shortenAddress(item.wallet)}
          mark={<Avatar avatarUrl={item.image} size={32} wallet={item.wallet} />}
          name={<bdi>{item.name}</bdi>}
        />
      )
    case "rounds":
      return <ResultLine detail={item.asset} mark={<Icon name="rounds" />} name={item.title} />
    case "transaction":
      return (
        <ResultLine
          aside={item.block === null ? "not indexed" : `block ${formatInteger(item.block)}`}
          mark={<Icon name="swap" />}
          name={shortenAddress(item.hash)}
          title={item.hash}
        />
      )
    case "post":
      return (
        <ResultLine
          detail={
            <>
              <bdi>{item.username ?? shortenAddress(item.wallet)}</bdi>
              {item.comments > 0 && ` · ${formatCommentCount(item.comments)}`}
            </>
          }
          mark={<Icon name="reef" />}
          name={<bdi>{item.title}</bdi>}
        />
      )
    default:
      return <PersonResult person={item} />
  }
}

type ResultLineProps = {
  mark: ReactNode
  name: ReactNode
  /** Below the name. */
  detail?: ReactNode
  /** At the right end. */
  aside?: ReactNode
  title?: string
}

function ResultLine({ mark, name, detail, aside, title }: ResultLineProps) {
  return (
    <span className="result-line" title={title}>
      <span className="flex justify-center text-muted">{mark}</span>
      <span className="figures grid min-w-0">
        <span className="flex min-w-0 font-medium *:truncate">{name}</span>
        {detail && <span className="truncate text-sm text-muted">{detail}</span>}
      </span>
      {aside && <span className="text-sm text-muted">{aside}</span>}
    </span>
  )
}

/** A person by username and address, or by address only. */
function PersonResult({ person }: { person: Extract<SearchItem, { kind: "creator" | "wallet" }> }) {
  const { address, username = null, avatarUrl = null } = person
  const [count, verb] =
    person.kind === "creator" ? [person.tokens, "launched"] : [person.holdings, "holds"]
  return (
    <ResultLine
      aside={count > 0 && `${verb} ${count} ${count === 1 ? "token" : "tokens"}`}
      detail={username && shortenAddress(address)}
      mark={<Avatar avatarUrl={avatarUrl} size={32} wallet={address} />}
      name={username ? <bdi>{username}</bdi> : shortenAddress(address)}
      title={address}
    />
  )
}

function TokenResult({ token }: { token: Extract<SearchItem, { kind: "token" }> }) {
  const { address, symbol, name, image, priceUsd, dayChange } = token
  return (
    <ResultLine
      aside={
        priceUsd !== null && (
          <span className="figures grid justify-items-end text-ink">
            <span>{formatUsd(BigInt(priceUsd))}</span>
            <Change basisPoints={dayChange === null ? null : BigInt(dayChange)} />
          </span>
        )
      }
      detail={<TokenName address={address} name={symbol} />}
      mark={<TokenLogo address={address} image={image} size={32} symbol={symbol} />}
      name={<TokenName address={address} name={name} />}
    />
  )
}
