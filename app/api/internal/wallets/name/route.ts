import { resource, route } from "@/lib/api/route"
import { findOwnName } from "@/lib/profiles/authors"
import { ownName, profileQuery } from "@/lib/profiles/schema"

/** Internal: for the header of our pages. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "The name and the picture a wallet has given itself",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: profileQuery,
    response: ownName,
    handler: ({ query }) => findOwnName(query.wallet),
  }),
})
