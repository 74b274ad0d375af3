import { orderKinds } from "@/lib/markets/kinds"
import { tradeTypes } from "@/lib/tokens/trades/kinds"
import { EARNING_USD } from "./rules"

const LEAST = `${EARNING_USD}000000000000000000`

/** SQL: the trades of a wallet that earn comments on a token. Each part walks an index of its own. */
export const earningTrades = (token: string, wallet: string) => `(
  select id, tx_id, ('{${tradeTypes.join(",")}}'::text[])[type + 1] as type from trade
  where token = ${token} and "user" = ${wallet} and not routing_leg and amount_usdc >= ${LEAST}
  union all
  select id, tx_id, 'buy' from share_trade
  where token = ${token} and buyer = ${wallet} and usdc >= ${LEAST}
  union all
  select id, tx_id, 'buy' from order_event
  where token = ${token} and buyer = ${wallet} and kind = ${orderKinds.filled} and usdc >= ${LEAST}
)`
