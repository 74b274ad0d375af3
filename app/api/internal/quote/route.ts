import { quoteAction } from "@/lib/actions/quote"
import { actionInput } from "@/lib/actions/registry"
import { quote } from "@/lib/actions/schema"
import { resource, route } from "@/lib/api/route"

/** POST /api/v1/quote without an account: for tickets, which visitors without a wallet see as well. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route({
    summary: "What an action would do in the next block, for tickets",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    body: actionInput,
    response: quote,
    errors: [
      "TOKEN_NOT_FOUND",
      "MARKET_NOT_FOUND",
      "ASSET_NOT_DEPLOYED",
      "NOT_FOUND",
      "CHAIN_UNAVAILABLE",
      "NOT_CONFIGURED",
    ],
    handler: ({ body }) => quoteAction(body),
  }),
})
