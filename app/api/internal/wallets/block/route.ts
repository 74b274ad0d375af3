import { resource, route } from "@/lib/api/route"
import { isAdmin } from "@/lib/auth/caller"
import { findBlock } from "@/lib/wallets/blocks"
import { ownRestriction } from "@/lib/wallets/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get whether the acting wallet is blocked, and whether it is an admin's",
    tag: "Pages",
    auth: "either",
    limit: "page",
    cache: "no-store",
    response: ownRestriction,
    handler: async ({ caller }) => {
      const block = await findBlock(caller.wallet)
      return {
        isAdmin: isAdmin(caller.wallet),
        block: block ? { reason: block.reason, createdAt: block.createdAt } : null,
      }
    },
  }),
})
