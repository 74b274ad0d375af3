import Link from "next/link"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Card } from "@/components/ui/card"
import { Change } from "@/components/ui/figures"
import { Price } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import { formatCompact } from "@/lib/format"
import type { CreatorToken } from "@/lib/tokens/creator-tokens-schema"
import type { TokenView } from "@/lib/tokens/schema"
import { loadCreatorTokens } from "./load"

const ROWS = 5

/** Other tokens of the creator. */
export async function CreatorTokensCard({ token }: { token: TokenView }) {
  const launches = await loadCreatorTokens(token)
  return (
    <Card title="Other tokens by this creator">
      {launches.length === 0 ? (
        <p className="text-sm text-muted">This is the creator’s first token.</p>
      ) : (
        <>
          <ol className="divide-y divide-line">
            {launches.slice(0, ROWS).map((launch) => (
              <LaunchRow key={launch.address} launch={launch} />
            ))}
          </ol>
          <Link
            className="text-link inline-flex min-h-11 items-center text-sm"
            href={`/wallets/${token.dev}`}
            prefetch={false}
          >
            {launches.length > ROWS ? `View all ${launches.length}` : "View creator"}
          </Link>
        </>
      )}
    </Card>
  )
}

function LaunchRow({ launch }: { launch: CreatorToken }) {
  return (
    <li className="creator-token-row">
      <TokenLogo address={launch.address} image={launch.image} symbol={launch.symbol} />
      <div className="min-w-0">
        <Link className="cover-link" href={`/tokens/${launch.address}`} prefetch={false}>
          <TokenName address={launch.address} name={launch.name} />
        </Link>
        <p className="truncate text-muted">
          {formatCompact(launch.holderCount)} {launch.holderCount === 1 ? "holder" : "holders"},{" "}
          <Time time={launch.createdAt} />
        </p>
      </div>
      <div className="text-right">
        <p className="font-medium">
          <Price value={launch.priceUsd} />
        </p>
        <p>
          <Change basisPoints={launch.changeSinceLaunch} />
          <span className="sr-only"> since the launch</span>
        </p>
      </div>
    </li>
  )
}
