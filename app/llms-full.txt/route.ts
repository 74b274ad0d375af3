import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { readFacts } from "@/lib/guides/facts"
import { writeAllGuides } from "@/lib/guides/llms-text"
import { RawBody } from "@/lib/http/response"
import { MARKDOWN_TYPE } from "@/lib/markdown/media-type"
import { writeShortReference } from "@/lib/reference/markdown"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "All guides and the API reference as one text in Markdown",
    tag: "Service",
    auth: "none",
    limit: "page",
    cache: 300,
    response: z.unknown(),
    type: MARKDOWN_TYPE,
    errors: ["NOT_CONFIGURED"],
    handler: () =>
      new RawBody(`${writeAllGuides(readFacts())}\n${writeShortReference()}`, MARKDOWN_TYPE),
  }),
})
