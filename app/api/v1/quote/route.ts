import { quoteAction } from "@/lib/actions/quote"
import { actionInput } from "@/lib/actions/registry"
import { planErrors, quote } from "@/lib/actions/schema"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "What an action would do in the next block",
    tag: "Actions",
    auth: "either",
    limit: "ip",
    namesWallet: true,
    body: actionInput,
    response: quote,
    errors: planErrors,
    handler: ({ body, ignored }) => quoteAction(body, ignored),
  }),
})
