import { resource, route } from "@/lib/api/route"
import { findWalletPosts } from "@/lib/reef/posts/queries"
import { reefPage, walletFeedQuery, walletParams } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Read the posts of a wallet, newest first",
    tag: "Reef Feed",
    auth: "none",
    params: walletParams,
    query: walletFeedQuery,
    response: reefPage,
    handler: ({ params, query }) => findWalletPosts(params.wallet, query),
  }),
})
