import Link from "next/link"
import { ExportLinks } from "@/components/portfolio/export-links"
import { TradeList } from "@/components/tokens/trade-list"
import { toTradeRow } from "@/components/tokens/trade-row-data"
import { LinkTabs } from "@/components/ui/link-tabs"
import type { TradeSide } from "@/lib/tokens/trades/constants"
import { findWalletTrades } from "@/lib/tokens/trades/queries"

const TRADES = 25

const sides: readonly { side: TradeSide | undefined; label: string }[] = [
  { side: undefined, label: "All" },
  { side: "buy", label: "Buys" },
  { side: "sell", label: "Sells" },
]

type Choice = { side: TradeSide | undefined; before: string | undefined }

type TradesPanelProps = Choice & {
  wallet: string
  /** URL of the page with other trades. */
  href: (choice: Choice) => string
}

/** A wallet's trades by side and page, with links to export all of them. */
export async function TradesPanel({ wallet, side, before, href }: TradesPanelProps) {
  const trades = await findWalletTrades(wallet, { side, cursor: before, limit: TRADES })
  const link = "text-link flex min-h-11 items-center gap-2 text-sm"
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <LinkTabs
          label="Side"
          tabs={sides.map((each) => ({
            href: href({ side: each.side, before: undefined }),
            label: each.label,
            isCurrent: each.side === side,
          }))}
        />
        <ExportLinks name="trades" wallet={wallet} />
      </div>
      <TradeList
        isFiltered={side !== undefined}
        isLive={before === undefined}
        key={`${side}.${before}`}
        showsWallet={false}
        trades={trades.data.map((trade) =>
          toTradeRow(trade, { showsToken: true, showsWallet: false }),
        )}
      />
      <div className="flex justify-between gap-4">
        {trades.nextCursor ? (
          <Link className={link} href={href({ side, before: trades.nextCursor })} scroll={false}>
            Older trades
          </Link>
        ) : (
          <span />
        )}
        {before !== undefined && (
          <Link className={link} href={href({ side, before: undefined })} scroll={false}>
            Newest trades
          </Link>
        )}
      </div>
    </div>
  )
}
