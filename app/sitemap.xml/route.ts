import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { readSitemapIndex } from "@/lib/sitemap"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "The site's sitemaps",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: 300,
    response: z.unknown(),
    type: "application/xml",
    handler: readSitemapIndex,
  }),
})
