import type { TradeView } from "@/lib/tokens/trades/schema"

/** The data of a trade's row in a page. */
export type TradeRowData = Pick<
  TradeView,
  "id" | "type" | "user" | "amountToken" | "amountUsd" | "time" | "routingLeg"
> & {
  /** Set in lists that mix several tokens. */
  token?: Pick<TradeView, "token" | "symbol">
  /** Of rows of one wallet. */
  tx?: Pick<TradeView, "txHash" | "blockNumber">
}

type Shown = { showsToken?: boolean; showsWallet?: boolean }

export function toTradeRow(trade: TradeView, { showsToken, showsWallet = true }: Shown) {
  const { id, type, user, amountToken, amountUsd, time, routingLeg } = trade
  const { token, symbol, txHash, blockNumber } = trade
  return {
    ...{ id, type, user, amountToken, amountUsd, time, routingLeg },
    ...(showsToken && { token: { token, symbol } }),
    ...(!showsWallet && { tx: { txHash, blockNumber } }),
  } satisfies TradeRowData
}
