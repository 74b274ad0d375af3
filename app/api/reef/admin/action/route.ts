import { resource, route } from "@/lib/api/route"
import { actionAnswer, actionBody } from "@/lib/reef/moderation/schema"
import { decide } from "@/lib/reef/moderation/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Decide about a post or a wallet",
    tag: "Reef Moderation",
    auth: "admin",
    body: actionBody,
    response: actionAnswer,
    errors: ["POST_NOT_FOUND"],
    handler: ({ caller, body }) => decide(caller.wallet, body),
  }),
})
