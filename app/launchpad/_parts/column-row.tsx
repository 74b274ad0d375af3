import Link from "next/link"
import { CommentCount } from "@/components/comments/comment-count"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Change } from "@/components/ui/figures"
import { Price } from "@/components/ui/number"
import { Progress } from "@/components/ui/progress"
import { Time } from "@/components/ui/time"
import { formatCompactUsd, formatPercent, shortenAddress } from "@/lib/format"
import type { Usernames } from "@/lib/profiles/authors"
import type { TokenCard } from "@/lib/tokens/schema"
import type { ColumnId } from "./query"
import { TokenBadges } from "./token-badges"

type ColumnRowProps = {
  token: TokenCard
  column: ColumnId
  /** Usernames by wallet. */
  names: Usernames
}

/** A token in a column, with the figure that the column is about. */
export function ColumnRow({ token, column, names }: ColumnRowProps) {
  const { address, symbol, name, image, priceUsd, dayChange } = token
  return (
    <article className="launch-row">
      <div className="launch-row-header">
        <TokenLogo address={address} image={image} size={40} symbol={symbol} />
        <div className="min-w-0">
          <h3 className="text-base font-semibold">
            <Link className="cover-title" href={`/tokens/${address}`} prefetch={false}>
              <TokenName address={address} name={name} />
            </Link>
          </h3>
          <p className="flex min-w-0 text-sm text-muted">
            <TokenName address={address} name={symbol} />
          </p>
        </div>
        <div className="text-right">
          <p className="font-medium">
            <Price value={priceUsd} />
          </p>
          <p className="text-sm">
            <Change basisPoints={dayChange} />
          </p>
        </div>
      </div>
      {column === "reward" && <RewardProgress token={token} />}
      <p className="launch-row-badges">
        <TokenBadges token={token} />
      </p>
      <p className="launch-row-footer">
        <CreatorLink dev={token.dev} name={names[token.dev]} />
        <CommentCount count={token.commentCount} />
        {column === "established" ? (
          <span className="amount">{formatCompactUsd(token.dayVolumeUsd)} in 24 h</span>
        ) : (
          <Time time={token.createdAt} />
        )}
      </p>
    </article>
  )
}

export function CreatorLink({ dev, name }: { dev: string; name: string | undefined }) {
  return (
    <Link
      className="figures creator-link"
      href={`/wallets/${dev}?tab=created`}
      prefetch={false}
      title={`Tokens created by ${dev}`}
    >
      by&nbsp;{name ? <bdi>{name}</bdi> : shortenAddress(dev)}
    </Link>
  )
}

function RewardProgress({ token: { bondingTarget, bondingNeeded, symbol } }: { token: TokenCard }) {
  if (!bondingTarget || bondingNeeded === null) return null
  const raised = bondingTarget - bondingNeeded
  const basisPoints = Number((raised * 10_000n) / bondingTarget)
  const text = `${formatCompactUsd(raised)} of ${formatCompactUsd(bondingTarget)}`
  return (
    <div className="grid gap-1">
      <Progress
        label={`Reward phase of ${symbol}`}
        max={10_000}
        value={basisPoints}
        valueText={`${formatPercent(basisPoints)}, ${text}`}
      />
      <p className="figures flex justify-between gap-3 text-sm">
        <span className="font-medium">{formatPercent(basisPoints)}</span>
        <span className="text-muted">{text}</span>
      </p>
    </div>
  )
}
