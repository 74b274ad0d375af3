import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/api/wire"
import { findHeldTokens } from "@/lib/markets/book/held"
import { findBook, type OpenOrder } from "@/lib/markets/book/queries"
import { tokenParams } from "@/lib/tokens/schema"

const token = z.object({ address: z.string(), symbol: z.string() })

/** Amounts are decimal strings of 18 decimals. */
const order = z.object({
  orderId: z.int(),
  seller: z.string(),
  outcome: z.int(),
  amount: z.string(),
  totalAmount: z.string(),
  price: z.string(),
})

/** The open orders of a market and the tokens a wallet could pay with. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a ticket needs beyond its market",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    params: tokenParams,
    query: z.object({ wallet: address.optional() }),
    response: z.object({ orders: z.array(order), held: z.array(token) }),
    handler: async ({ params, query }) => {
      const [orders, held] = await Promise.all([
        findBook(params.address),
        query.wallet ? findHeldTokens(query.wallet) : [],
      ])
      return { orders: orders.map(asText), held }
    },
  }),
})

const asText = ({ orderId, seller, outcome, amount, totalAmount, price }: OpenOrder) => ({
  ...{ orderId, seller, outcome },
  ...{ amount: `${amount}`, totalAmount: `${totalAmount}`, price: `${price}` },
})
