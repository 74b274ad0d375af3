import type { ReactNode } from "react"
import { KindBadge } from "@/components/tokens/kind-badge"
import { TokenLogo } from "@/components/tokens/token-logo"
import { Address } from "@/components/ui/address"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Badge, Stat } from "@/components/ui/figures"
import { Price, Usd } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import type { TokenView } from "@/lib/tokens/schema"

type Props = {
  token: TokenView
  isFrozen: boolean
  /** The creator's edit button. */
  edit: ReactNode
}

/** The token to share. */
export function LiveCard({ token, isFrozen, edit }: Props) {
  const { address, symbol, name, image, multiplier, description, tradeCount } = token
  return (
    <Card>
      <div className="flex items-center gap-4">
        <TokenLogo address={address} image={image} size={80} symbol={symbol} />
        <div className="grid min-w-0 gap-1">
          <p className="truncate font-display text-2xl font-bold">
            <bdi>{symbol}</bdi>
          </p>
          <p className="truncate text-muted">
            <bdi>{name}</bdi>
          </p>
          <div className="flex flex-wrap gap-2">
            <KindBadge kind={token.kind} multiplier={multiplier} />
            {isFrozen && <Badge tone="warning">Frozen, whitelist only</Badge>}
          </div>
        </div>
      </div>
      {description && (
        <p className="mt-4 text-sm whitespace-pre-line wrap-anywhere">
          <bdi>{description}</bdi>
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Stat label="Price">
          <Price value={token.priceUsd} />
        </Stat>
        <Stat label="Liquidity">
          {token.liquidityUsd === null ? "–" : <Usd isCompact value={token.liquidityUsd} />}
        </Stat>
        <Stat label="Trades">{formatInteger(tradeCount)}</Stat>
      </dl>
      <p className="mt-4 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        Launched <Time time={token.createdAt} /> by
        <Address address={token.dev} href={`/wallets/${token.dev}`} />
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <ButtonLink className="w-full sm:w-auto" href={`/tokens/${address}#trade`} size="lg">
          {tradeCount === 0 ? "Make the first buy" : "Trade"}
        </ButtonLink>
        {edit}
      </div>
    </Card>
  )
}
