import { resource, route } from "@/lib/api/route"
import { findLoanEventsJson } from "@/lib/loans/queries"
import { loanEventListQuery, loanEventPage } from "@/lib/loans/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List what happened to the acting wallet's loans, newest first",
    tag: "Events",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    query: loanEventListQuery,
    response: loanEventPage,
    handler: ({ caller, query }) => findLoanEventsJson(caller.wallet, query),
  }),
})
