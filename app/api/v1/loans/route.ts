import { resource, route } from "@/lib/api/route"
import { findLoansJson } from "@/lib/loans/queries"
import { loanListQuery, loanPage } from "@/lib/loans/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the acting wallet's loans and leverage positions, newest first",
    tag: "Events",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    query: loanListQuery,
    response: loanPage,
    handler: ({ caller, query }) => findLoansJson(caller.wallet, query),
  }),
})
