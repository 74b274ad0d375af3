import { findProfile } from "@/lib/account/profile-queries"
import { resource, route } from "@/lib/api/route"
import { profile, profileParams } from "@/lib/profiles/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get the public profile of a wallet",
    tag: "Profiles",
    auth: "none",
    isIndexed: true,
    kept: { clock: "second", topics: ["tokens", "people", "points"] },
    params: profileParams,
    response: profile,
    handler: ({ params }) => findProfile(params.wallet),
  }),
})
