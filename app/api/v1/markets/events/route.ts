import { resource, route } from "@/lib/api/route"
import { findMarketEventsJson } from "@/lib/markets/resolution-events-queries"
import { marketEventListQuery, marketEventPage } from "@/lib/markets/resolution-events-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the acting wallet's steps in the resolution of markets, newest first",
    tag: "Events",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    query: marketEventListQuery,
    response: marketEventPage,
    handler: ({ caller, query }) => findMarketEventsJson(caller.wallet, query),
  }),
})
