import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatAmount, formatMoney, shortenAddress } from "@/lib/format"
import { tradeTypeLabels } from "@/lib/tokens/trades/constants"
import { TokenName } from "./token-name"
import type { TradeRowData } from "./trade-row-data"
import { type TraderRoles, TraderTags } from "./trader-tags"
import { WalletLink } from "./wallet-link"

type TradeRowProps = {
  trade: TradeRowData
  /** The trader's username. */
  name?: string | undefined
  traders?: TraderRoles
}

/**
 * One trade: side and amount, wallet and time, on two lines, or on one where there is room. The whole row is one link:
 * to its token in mixed lists, else to the wallet.
 */
export function TradeRow({ trade, name, traders }: TradeRowProps) {
  const { token, tx } = trade
  const isBuy = trade.type === "buy" || trade.type === "leverage_buy"
  const tone = isBuy ? "text-kelp" : "text-coral"
  return (
    <li className="trade-row">
      <span className={tone}>
        <Icon name={isBuy ? "up" : "down"} size={16} />
      </span>
      <div className="trade-row-main">
        <p className="trade-row-what">
          <span className={`trade-row-type ${tone}`}>{tradeTypeLabels[trade.type]}</span>
          <span className="figures shrink-0">{formatAmount(trade.amountToken, 2)}</span>
          {token && (
            <Link className="trade-row-token" href={`/tokens/${token.token}`} prefetch={false}>
              <TokenName address={token.token} name={token.symbol} />
            </Link>
          )}
        </p>
        <p className="trade-row-who">
          {tx ? (
            <span className="amount" title={`Transaction ${tx.txHash} in block ${tx.blockNumber}`}>
              {shortenAddress(tx.txHash)}
            </span>
          ) : (
            <Trader address={trade.user} isTarget={!token} name={name} />
          )}
          {traders && <TraderTags {...traders} wallet={trade.user} />}
          {trade.routingLeg && <span className="truncate">part of a route</span>}
        </p>
      </div>
      <div className="trade-row-value">
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
    <span className="amount" title={address}>
      {name ? <bdi>{name}</bdi> : shortenAddress(address)}
    </span>
  )
}
