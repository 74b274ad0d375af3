import { z } from "zod"
import { offsetPage, offsetPagination, offsetQuery } from "@/lib/http/pagination"
import { address, amount, integer, isoDate, rowId, txHash } from "@/lib/http/wire"
import { orderStatuses, predictionTypes } from "@/lib/markets/constants"

const terms = {
  seller: z.string(),
  outcomeId: z.int(),
  amount: amount.describe("shares that are not filled yet"),
  pricePerShare: amount
    .describe("USDB per share, 18 decimals")
    .meta({ examples: ["450000000000000000"] }),
  status: z.enum(orderStatuses),
  createdAt: isoDate,
}

export const order = z
  .object({
    id: z.string(),
    orderId: z.int().describe("number of the order within its market, from 0"),
    ...terms,
    totalAmount: amount.describe("shares that were listed"),
    txHash: z.string().describe("the transaction that listed them"),
    updatedAt: isoDate.describe("block time of the last fill or of the cancellation"),
  })
  .meta({ id: "Order" })

export const orderPage = offsetPage(order)

const filters = {
  status: z.enum(orderStatuses).optional(),
  outcomeId: integer().optional(),
}

export const orderListQuery = offsetQuery.extend(filters)
export type OrderListQuery = z.output<typeof orderListQuery>

const ownOrder = z
  .object({
    id: rowId,
    orderId: z
      .string()
      .regex(/^(0|[1-9][0-9]*)$/)
      .describe("number of the order within its market")
      .meta({ examples: ["7"] }),
    marketToken: z.string(),
    ...terms,
  })
  .meta({ id: "OwnOrder" })

export const ownOrderPage = z.object({
  data: z.array(ownOrder),
  pagination: offsetPagination.extend({ totalPages: z.int() }),
})

export const ownOrderListQuery = offsetQuery.extend({
  ...filters,
  marketToken: address.optional(),
})
export type OwnOrderListQuery = z.output<typeof ownOrderListQuery>

export const orderSyncRequest = z.object({
  txHash,
  marketType: z
    .enum(predictionTypes)
    .default("public")
    .describe("the contract whose order events are meant"),
})

export const orderSyncResponse = z.object({ success: z.boolean(), message: z.string() })
