import { z } from "zod"
import { cursorPage, cursorQuery } from "@/lib/http/pagination"
import { address, amount, isoDate, price, rowId, units } from "@/lib/http/wire"
import { tradeSides, tradeTypes } from "./constants"

const tradeType = z.enum(tradeTypes)

const amounts = {
  type: tradeType,
  amountToken: amount,
  amountUSDC: amount.describe("USDB value of the leg, 18 decimals"),
}

const position = {
  price: price.describe("USD price before the trade"),
  txHash: z.string(),
  blockNumber: z.int(),
  timestamp: isoDate.describe("block time"),
  routingLeg: z.boolean().describe("a leg of a route to another token, in no count or volume"),
}

export const trade = z
  .object({
    id: rowId,
    contractAddress: z.string().describe("the token"),
    ...amounts,
    user: z.string(),
    ...position,
  })
  .meta({ id: "Trade" })

export const walletTransaction = z
  .object({ id: rowId, contractAddress: z.string(), ...amounts, ...position })
  .meta({ id: "WalletTransaction" })

export const tradePage = cursorPage(trade)
export const walletTransactionPage = cursorPage(walletTransaction)

export const tradeListQuery = cursorQuery.extend({ type: tradeType.optional() })
export type TradeListQuery = z.output<typeof tradeListQuery>

export const walletParams = z.object({ address })

/** A trade on a page. Amounts are base units, `priceUsd` has 18 decimals. */
export const tradeView = z.object({
  /** Row id, as text: a key and a cursor. */
  id: z.string(),
  token: z.string(),
  name: z.string(),
  symbol: z.string(),
  image: z.string().nullable(),
  type: tradeType,
  user: z.string(),
  amountToken: units,
  amountUsd: units,
  priceUsd: units,
  txHash: z.string(),
  blockNumber: z.int(),
  time: z.date(),
  routingLeg: z.boolean(),
})

export type TradeView = z.output<typeof tradeView>

/** A wallet's own trade, as its mark on the chart needs it. Times are Unix milliseconds. */
export const ownTrade = z.object({
  id: z.string(),
  time: z.number(),
  side: z.enum(tradeSides),
  amountToken: z.string(),
  amountUsd: z.string(),
})

export type OwnTrade = z.output<typeof ownTrade>

export const ownTradeList = z.object({ data: z.array(ownTrade) })

export const ownTradesQuery = z.object({ wallet: address })
