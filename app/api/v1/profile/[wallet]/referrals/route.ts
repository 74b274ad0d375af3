import { resource, route } from "@/lib/api/route"
import { profileParams } from "@/lib/profiles/schema"
import { findReferralCounts } from "@/lib/referrals/queries"
import { referralCounts } from "@/lib/referrals/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Count the referrals of a wallet",
    tag: "Profiles",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    params: profileParams,
    response: referralCounts,
    handler: ({ params }) => findReferralCounts(params.wallet),
  }),
})
