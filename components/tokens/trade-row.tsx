import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatAmount, formatMoney, shortenAddress } from "@/lib/format"
import { tradeTypeLabels } from "@/lib/tokens/trades/constants"
import type { TradeView } from "@/lib/tokens/trades/schema"
import { TokenName } from "./token-name"
import { type TraderRoles, TraderTags } from "./trader-tags"
import { WalletLink } from "./wallet-link"

type TradeRowProps = {
  trade: TradeView
  showsToken: boolean
  showsWallet: boolean
  /** The trader's username. */
  name?: string | undefined
  traders?: TraderRoles
}

/**
 * One trade: what and how much, who and when; on two lines, or one where there is room. The whole row is
 * one target: its token where tokens are mixed, else the wallet.
 */
export function TradeRow({ trade, showsToken, showsWallet, name, traders }: TradeRowProps) {
  const isBuy = trade.type === "buy" || trade.type === "leverage_buy"
  const tone = isBuy ? "text-kelp" : "text-coral"
  return (
    <li className="relative -mx-2 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2 text-sm hover:bg-sunken @xl:py-2.5">
      <span className={tone}>
        <Icon name={isBuy ? "up" : "down"} size={16} />
      </span>
      <div className="min-w-0 @xl:grid @xl:grid-cols-2 @xl:items-center @xl:gap-3">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <span className={`shrink-0 whitespace-nowrap font-medium ${tone}`}>
            {tradeTypeLabels[trade.type]}
          </span>
          <span className="figures shrink-0">{formatAmount(trade.amountToken, 2)}</span>
          {showsToken && (
            <Link
              className="flex min-w-0 font-medium after:absolute after:inset-0 hover:underline"
              href={`/tokens/${trade.token}`}
              prefetch={false}
            >
              <TokenName address={trade.token} name={trade.symbol} />
            </Link>
          )}
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted">
          {showsWallet ? (
            <Trader address={trade.user} isTarget={!showsToken} name={name} />
          ) : (
            <span
              className="figures whitespace-nowrap"
              title={`Transaction ${trade.txHash} in block ${trade.blockNumber}`}
            >
              {shortenAddress(trade.txHash)}
            </span>
          )}
          {traders && <TraderTags {...traders} wallet={trade.user} />}
          {trade.routingLeg && <span className="truncate">part of a route</span>}
        </p>
      </div>
      <div className="text-right @xl:grid @xl:w-52 @xl:grid-cols-2">
        <p className="figures font-medium">{formatMoney(trade.amountUsd)}</p>
        <p className="text-muted">
          <Time time={trade.time} />
        </p>
      </div>
    </li>
  )
}

type TraderProps = { address: string; name: string | undefined; isTarget: boolean }

function Trader({ address, name, isTarget }: TraderProps) {
  if (isTarget) return <WalletLink address={address} fillsRow name={name} />
  return (
    <span className="figures whitespace-nowrap" title={address}>
      {name ? <bdi>{name}</bdi> : shortenAddress(address)}
    </span>
  )
}
