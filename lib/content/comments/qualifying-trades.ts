import { orderKinds } from "@/lib/markets/constants"
import { tradeTypes } from "@/lib/tokens/trades/constants"
import { MIN_TRADE_USD } from "./constants"

const MIN_TRADE_UNITS = `${MIN_TRADE_USD}000000000000000000`

/** SQL: the trades of a wallet that earn comments on a token. Each part walks an index of its own. */
export const selectQualifyingTrades = (token: string, wallet: string) => `(
  select id, tx_id, ('{${tradeTypes.join(",")}}'::text[])[type + 1] as type from trade
  where token = ${token} and "user" = ${wallet} and not routing_leg and amount_usdc >= ${MIN_TRADE_UNITS}
  union all
  select id, tx_id, 'buy' from share_trade
  where token = ${token} and buyer = ${wallet} and usdc >= ${MIN_TRADE_UNITS}
  union all
  select id, tx_id, 'buy' from order_event
  where token = ${token} and buyer = ${wallet} and kind = ${orderKinds.filled} and usdc >= ${MIN_TRADE_UNITS}
)`
