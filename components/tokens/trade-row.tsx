import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import { amount, shortAddress, usd } from "@/lib/format"
import type { TapeRow } from "@/lib/tokens/trades/schema"
import { TimeAgo } from "./time-ago"
import { TokenName } from "./token-name"
import { WalletLink } from "./wallet-link"

const words: Record<TapeRow["type"], string> = {
  buy: "Buy",
  sell: "Sell",
  leverage_buy: "Leveraged buy",
  leverage_sell: "Leveraged sell",
}

type TradeRowProps = { trade: TapeRow; showsToken: boolean; showsWallet: boolean }

/** One trade on two lines: what and how much; who and when. */
export function TradeRow({ trade, showsToken, showsWallet }: TradeRowProps) {
  const isBuy = trade.type === "buy" || trade.type === "leverage_buy"
  const tone = isBuy ? "text-kelp" : "text-coral"
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-sm">
      <span className={tone}>
        <Icon name={isBuy ? "up" : "down"} size={16} />
      </span>
      <div className="min-w-0">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <span className={`shrink-0 whitespace-nowrap font-medium ${tone}`}>
            {words[trade.type]}
          </span>
          <span className="figures shrink-0">{amount(trade.amountToken, 2)}</span>
          {showsToken && (
            <Link
              className="flex min-w-0 font-medium hover:underline"
              href={`/tokens/${trade.token}`}
              prefetch={false}
            >
              <TokenName address={trade.token} name={trade.symbol} />
            </Link>
          )}
        </p>
        <p className="flex min-w-0 gap-2 text-muted">
          {showsWallet ? (
            <WalletLink address={trade.user} />
          ) : (
            <span
              className="figures whitespace-nowrap"
              title={`Transaction ${trade.txHash} in block ${trade.blockNumber}`}
            >
              {shortAddress(trade.txHash)}
            </span>
          )}
          {trade.routingLeg && <span className="truncate">part of a route</span>}
        </p>
      </div>
      <div className="text-right">
        <p className="figures font-medium">{usd(trade.amountUsd)}</p>
        <p className="text-muted">
          <TimeAgo time={trade.time} />
        </p>
      </div>
    </li>
  )
}
