import { resource, route } from "@/lib/api/route"
import { findRoundJson } from "@/lib/updown/queries"
import { roundDetails, roundParams } from "@/lib/updown/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Read a price round with its bets and claims in numbers",
    tag: "Up/Down",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    params: roundParams,
    response: roundDetails,
    errors: ["ASSET_NOT_DEPLOYED", "ROUND_NOT_FOUND"],
    handler: ({ params }) => findRoundJson(params),
  }),
})
