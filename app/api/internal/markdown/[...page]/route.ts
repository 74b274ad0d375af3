import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { RawBody } from "@/lib/http/response"
import { MARKDOWN_TYPE } from "@/lib/markdown/media-type"
import { writePage } from "@/lib/markdown-pages"
import { findTwin } from "@/lib/pages/markdown-twin"

const MISSING = `# Not found

No page has this address. [All guides](/llms.txt) · [API reference](/docs/api.md)
`

/** The proxy passes requests for Markdown on to here, with the path of the page. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "A page as Markdown",
    tag: "Service",
    auth: "none",
    limit: "page",
    params: z.object({ page: z.array(z.string()) }),
    response: z.unknown(),
    type: MARKDOWN_TYPE,
    otherStatuses: [404],
    errors: ["NOT_CONFIGURED"],
    handler: async ({ params, headers }) => {
      headers.push(["Vary", "Accept"])
      const page = findTwin(`/${params.page.join("/")}.md`, null)
      const text = page && (await writePage(page))
      return new RawBody(text ?? MISSING, MARKDOWN_TYPE, text === null ? 404 : undefined)
    },
  }),
})
