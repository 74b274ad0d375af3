import { resource, route } from "@/lib/api/route"
import { imageBody, pinnedContent } from "@/lib/content/schema"
import { uploadImage } from "@/lib/content/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Upload the image of a token or an avatar",
    tag: "Content",
    auth: "either",
    body: imageBody,
    bodyTypes: ["multipart"],
    response: pinnedContent,
    statuses: { NOT_ECOSYSTEM_TOKEN: 403 },
    fieldCodes: { file: "FILE_REQUIRED" },
    errors: [
      "FILE_TYPE_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "FILE_UNREADABLE",
      "NOT_ECOSYSTEM_TOKEN",
      "NOT_CREATOR",
      "QUOTA_EXCEEDED",
      "CHAIN_UNAVAILABLE",
      "UPSTREAM_UNAVAILABLE",
    ],
    handler: ({ caller, body }) => uploadImage(caller.wallet, body),
  }),
})
