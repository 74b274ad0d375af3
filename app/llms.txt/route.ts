import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { readFacts } from "@/lib/guides/facts"
import { writeLlmsText } from "@/lib/guides/llms-text"
import { RawBody } from "@/lib/http/response"
import { MARKDOWN_TYPE } from "@/lib/markdown/media-type"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What programs need to know of this service, in Markdown (llmstxt.org)",
    tag: "Service",
    auth: "none",
    limit: "page",
    cache: 300,
    response: z.unknown(),
    type: MARKDOWN_TYPE,
    errors: ["NOT_CONFIGURED"],
    handler: () => new RawBody(writeLlmsText(readFacts()), MARKDOWN_TYPE),
  }),
})
