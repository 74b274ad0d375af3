import { resource, route } from "@/lib/api/route"
import { findProgress } from "@/lib/newcomers/queries"
import { progress, progressQuery } from "@/lib/newcomers/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "How far a wallet is in its first steps",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: progressQuery,
    response: progress,
    handler: ({ query }) => findProgress(query.wallet),
  }),
})
