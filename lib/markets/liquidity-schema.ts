import { z } from "zod"
import { cursorPage, cursorQuery } from "@/lib/http/pagination"
import { address, amount, integer, isoDate, rowId } from "@/lib/http/wire"

export const marketParams = z.object({ address })

/** The reserves after a purchase from the pool. */
export const liquidity = z
  .object({
    id: rowId,
    buyer: z.string(),
    outcomeId: z.int(),
    shares: amount,
    usdcSpent: amount.describe("net USDB that entered the pool"),
    tradeType: z.literal("buy"),
    newReserve: amount.describe("virtual reserve of the outcome"),
    newTotalReserve: amount.describe("virtual reserves of all outcomes"),
    txHash: z.string(),
    blockNumber: z.int(),
    timestamp: isoDate.describe("block time"),
    probability: z
      .number()
      .describe("newReserve / newTotalReserve")
      .meta({ examples: [0.52] }),
  })
  .meta({ id: "MarketLiquidity" })

export const liquidityPage = cursorPage(liquidity)

export const liquidityQuery = cursorQuery.extend({ outcomeId: integer().optional() })
export type LiquidityQuery = z.output<typeof liquidityQuery>
