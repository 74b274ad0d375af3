import { findDailyCaps } from "@/lib/account/daily-caps"
import { dailyCaps } from "@/lib/account/schema"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "How much of the day's caps the acting wallet has used",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    response: dailyCaps,
    handler: ({ caller }) => findDailyCaps(caller.wallet),
  }),
})
