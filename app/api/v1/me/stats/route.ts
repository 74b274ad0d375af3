import { ownStats } from "@/lib/account/schema"
import { findOwnStatsJson } from "@/lib/account/stats"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What the acting wallet has done",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    kept: { clock: "minute", topics: ["tokens", "people"] },
    isOwn: true,
    response: ownStats,
    handler: ({ caller }) => findOwnStatsJson(caller.wallet),
  }),
})
