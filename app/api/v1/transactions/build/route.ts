import { buildTransactions } from "@/lib/actions/build"
import { actionInput } from "@/lib/actions/registry"
import { build, planErrors } from "@/lib/actions/schema"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "The transactions of an action, ready to be signed",
    tag: "Actions",
    auth: "either",
    limit: "ip",
    namesWallet: true,
    body: actionInput,
    response: build,
    errors: planErrors,
    handler: ({ body, ignored }) => buildTransactions(body, ignored),
  }),
})
