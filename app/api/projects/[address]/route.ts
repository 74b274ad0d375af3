import { resource, route } from "@/lib/api/route"
import { projectBody, projectParams, projectResponse } from "@/lib/content/schema"
import { updateProject } from "@/lib/content/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Change description, links and image of a token",
    tag: "Content",
    auth: "session",
    params: projectParams,
    body: projectBody,
    bodyTypes: ["json", "multipart"],
    response: projectResponse,
    fieldCodes: { image: "FILE_REQUIRED" },
    errors: [
      "NO_FIELDS",
      "FILE_TYPE_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "FILE_UNREADABLE",
      "PROJECT_NOT_FOUND",
      "NOT_CREATOR",
      "QUOTA_EXCEEDED",
      "UPSTREAM_UNAVAILABLE",
    ],
    handler: ({ caller, params, body }) => updateProject(caller.wallet, params.address, body),
  }),
})
