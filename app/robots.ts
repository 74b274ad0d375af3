import type { MetadataRoute } from "next"
import { env } from "@/lib/env"

// BASE_URL is known at run time, not at build time.
export const dynamic = "force-dynamic"

/** Crawlers may read the pages, not the API and internal routes. */
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
