import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { readSitemap } from "@/lib/sitemap"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "A sitemap: the pages, or some of the tokens",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: 300,
    params: z.object({ part: z.string() }),
    response: z.unknown(),
    type: "application/xml",
    handler: ({ params }) => readSitemap(params.part),
  }),
})
