import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/http/wire"
import { findVaultEntry } from "@/lib/vault/entry-queries"

/** Only for the position card of the Earn page. Amounts are decimal strings of 18 decimals. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What the vault's shares of a wallet have cost",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: z.object({ wallet: address }),
    response: z.object({
      shares: z.string().describe("shares that the cost is of"),
      cost: z.string().describe("TIDE"),
      realised: z.string().describe("TIDE gained by unwrapping; may be negative by rounding"),
    }),
    handler: async ({ query }) => {
      const { shares, cost, realised } = await findVaultEntry(query.wallet)
      return { shares: `${shares}`, cost: `${cost}`, realised: `${realised}` }
    },
  }),
})
