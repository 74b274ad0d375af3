import { z } from "zod"
import { toTicketMarket, toTicketOrder } from "@/components/markets/ticket/ticket-market"
import { resource, route } from "@/lib/api/route"
import { notFound } from "@/lib/http/errors"
import { address, amount } from "@/lib/http/wire"
import { predictionTypes } from "@/lib/markets/constants"
import { findMarket } from "@/lib/markets/list-queries"
import { findOrderBook } from "@/lib/markets/orders/book-queries"
import { findPayableTokens } from "@/lib/markets/payable-tokens-queries"
import { predictionStatuses } from "@/lib/markets/status"
import { tokenParams } from "@/lib/tokens/schema"

const token = z.object({ address: z.string(), symbol: z.string() })

/** Amounts have 18 decimals. */
const order = z.object({
  orderId: z.int(),
  seller: z.string(),
  outcome: z.int(),
  amount,
  totalAmount: amount,
  price: amount,
})

const market = z.object({
  address: z.string(),
  name: z.string(),
  kind: z.enum(predictionTypes),
  isPrivateEvent: z.boolean(),
  isFinal: z.boolean(),
  poolClosesAt: z.int().nullable(),
  status: z.enum(predictionStatuses),
  proposedOutcome: z.int().nullable(),
  outcomes: z
    .array(
      z.object({
        index: z.int(),
        name: z.string(),
        probability: z.number(),
        percent: z.int(),
        reserve: amount,
        shares: amount,
      }),
    )
    .readonly(),
})

/** Data for a ticket: the market, its open orders, and the tokens that a wallet could pay with. For pages only. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a ticket of a market needs",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    params: tokenParams,
    query: z.object({ wallet: address.optional() }),
    response: z.object({ market, orders: z.array(order), held: z.array(token) }),
    errors: ["MARKET_NOT_FOUND"],
    handler: async ({ params, query }) => {
      const [market, orders, held] = await Promise.all([
        findMarket(params.address),
        findOrderBook(params.address),
        query.wallet ? findPayableTokens(query.wallet) : [],
      ])
      if (!market) throw notFound("MARKET_NOT_FOUND")
      return { market: toTicketMarket(market), orders: orders.map(toTicketOrder), held }
    },
  }),
})
