import { resource, route } from "@/lib/api/route"
import { findOwnReferrals } from "@/lib/referrals/queries"
import { ownReferrals } from "@/lib/referrals/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Who referred the acting wallet, and whom it referred",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    response: ownReferrals,
    handler: ({ caller }) => findOwnReferrals(caller.wallet),
  }),
})
