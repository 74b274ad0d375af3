import { resource, route } from "@/lib/api/route"
import { findRoundsJson } from "@/lib/updown/queries"
import { roundListQuery, roundPage } from "@/lib/updown/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the price rounds of an asset, newest first",
    tag: "Up/Down",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    query: roundListQuery,
    response: roundPage,
    errors: ["INVALID_CURSOR", "ASSET_NOT_DEPLOYED"],
    handler: ({ query }) => findRoundsJson(query),
  }),
})
