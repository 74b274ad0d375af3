import { resource, route } from "@/lib/api/route"
import { metadataBody, pinnedContent } from "@/lib/content/schema"
import { createMetadata } from "@/lib/content/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Pin the metadata of a token, once and for ever",
    tag: "Content",
    auth: "session",
    body: metadataBody,
    response: pinnedContent,
    errors: [
      "NOT_ECOSYSTEM_TOKEN",
      "NOT_CREATOR",
      "METADATA_EXISTS",
      "CHAIN_UNAVAILABLE",
      "UPSTREAM_UNAVAILABLE",
    ],
    handler: ({ caller, body }) => createMetadata(caller.wallet, body),
  }),
})
