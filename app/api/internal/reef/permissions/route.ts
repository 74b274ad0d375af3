import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { findPermissions, permissions } from "@/lib/reef/permissions"

/** Only for the Reef's pages. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What the acting wallet may do in the Reef",
    tag: "Pages",
    auth: "session",
    limit: "page",
    cache: "no-store",
    response: z.object({ data: permissions }),
    handler: async ({ caller }) => ({ data: await findPermissions(caller.wallet) }),
  }),
})
