import { resource, route } from "@/lib/api/route"
import { actionBody, actionResponse } from "@/lib/reef/moderation/schema"
import { moderate } from "@/lib/reef/moderation/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Decide about a post or a wallet",
    tag: "Reef Moderation",
    auth: "admin",
    body: actionBody,
    response: actionResponse,
    errors: ["POST_NOT_FOUND"],
    handler: ({ caller, body }) => moderate(caller.wallet, body),
  }),
})
