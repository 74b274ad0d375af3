import { z } from "zod"
import { referencePage } from "@/lib/api/reference"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route({
    summary: "Reference for people, rendered from the OpenAPI document",
    tag: "Service",
    auth: "none",
    limit: "page",
    type: "text/html",
    response: z.string(),
    handler: () => referencePage,
  }),
})
