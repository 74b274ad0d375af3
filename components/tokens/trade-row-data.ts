import type { TradeView } from "@/lib/tokens/trades/schema"

/** A trade in the data of a page: what its row shows. */
export type TradeRowData = Pick<
  TradeView,
  "id" | "type" | "user" | "amountToken" | "amountUsd" | "time" | "routingLeg"
> & {
  /** Of rows of several tokens. */
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
