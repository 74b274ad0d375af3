import { resource, route } from "@/lib/api/route"
import { findVestingEventsJson } from "@/lib/vesting/queries"
import { vestingEventListQuery, vestingEventPage } from "@/lib/vesting/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List what happened to the acting wallet's vesting schedules, newest first",
    tag: "Events",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    query: vestingEventListQuery,
    response: vestingEventPage,
    handler: ({ caller, query }) => findVestingEventsJson(caller.wallet, query),
  }),
})
