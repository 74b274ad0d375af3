import { resource, route } from "@/lib/api/route"
import { findPayableTokens } from "@/lib/markets/payable-tokens-queries"
import { profileQuery } from "@/lib/profiles/schema"
import { heldTokens } from "@/lib/tokens/schema"

/** Internal: for forms that offer the wallet's tokens. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "TIDE and launched tokens that a wallet holds",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: profileQuery,
    response: heldTokens,
    handler: async ({ query }) => ({ tokens: await findPayableTokens(query.wallet) }),
  }),
})
