import { Prepared } from "@/lib/api/reply"

const XML_TYPE = "application/xml; charset=utf-8"
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"

export type Entry = {
  /** Begins with a slash. */
  path: string
  changedAt: Date | null
}

/** The list of the site's sitemaps. */
export const sitemapIndex = (baseUrl: string, parts: readonly Entry[]) =>
  documentOf("sitemapindex", "sitemap", baseUrl, parts)

/** Some of the site's pages. */
export const sitemap = (baseUrl: string, pages: readonly Entry[]) =>
  documentOf("urlset", "url", baseUrl, pages)

function documentOf(root: string, item: string, baseUrl: string, entries: readonly Entry[]) {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ""
    return `<${item}><loc>${escaped(baseUrl + path)}</loc>${changed}</${item}>`
  })
  return new Prepared(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join("\n")}\n</${root}>\n`,
    XML_TYPE,
  )
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "")
