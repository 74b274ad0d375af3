import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/http/wire"
import { collateralToken } from "@/lib/loans/schema"
import { findHeldTokens } from "@/lib/loans/wallet-queries"

/** Public data from the chain. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Tokens of a wallet that can be pledged",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: z.object({ wallet: address }),
    response: z.object({ data: z.array(collateralToken) }),
    handler: async ({ query }) => ({ data: await findHeldTokens(query.wallet) }),
  }),
})
