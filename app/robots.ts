import type { MetadataRoute } from "next"
import { env } from "@/lib/env"

// The address of the site is known when it runs, not when it is built.
export const dynamic = "force-dynamic"

/** Crawlers may read pages; programs use the API. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/dev/", "/internal/", "/live", "/search"],
    },
    sitemap: `${env().BASE_URL}/sitemap.xml`,
  }
}
