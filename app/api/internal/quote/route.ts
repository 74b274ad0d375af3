import { quoteAction } from "@/lib/actions/quote"
import { actionInput } from "@/lib/actions/registry"
import { planErrors, quote } from "@/lib/actions/schema"
import { resource, route } from "@/lib/api/route"

/** POST /api/v1/quote without an account: for tickets, which visitors without a wallet also see. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "What an action would do in the next block, for tickets",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    body: actionInput,
    response: quote,
    errors: planErrors,
    handler: ({ body }) => quoteAction(body),
  }),
})
