import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { address, amount, isoDate, rowId } from "@/lib/http/wire"
import { marketActions } from "@/lib/markets/constants"

const action = z.enum(marketActions)

/** An action of a wallet in the resolution of a market, or a payment to it. */
export const marketEvent = z
  .object({
    id: rowId,
    wallet: z.string(),
    marketToken: z.string(),
    action,
    outcomeId: z.int().nullable(),
    amount: amount.nullable().describe("USDB: bond, payout, bounty or pot"),
    txHash: z.string(),
    blockNumber: z.int(),
    data: z
      .string()
      .describe("JSON text of one flat object")
      .meta({ examples: ["{}"] }),
    timestamp: isoDate.describe("block time"),
  })
  .meta({ id: "MarketEvent" })

export const marketEventPage = offsetPage(marketEvent)

export const marketEventListQuery = offsetQuery.extend({
  action: action.optional(),
  marketToken: address.optional(),
})
export type MarketEventListQuery = z.output<typeof marketEventListQuery>
