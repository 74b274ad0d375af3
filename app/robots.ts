import type { MetadataRoute } from "next"
import { env } from "@/lib/env"

// The address of the site is known when it runs, not when it is built.
export const dynamic = "force-dynamic"

/** Machines have the API; pages are for readers and for who finds pages for them. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/dev/", "/internal/", "/live", "/search", "/*/data"],
    },
    sitemap: `${env().BASE_URL}/sitemap.xml`,
  }
}
