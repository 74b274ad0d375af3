import { RawBody } from "@/lib/api/response"

const XML_TYPE = "application/xml; charset=utf-8"
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"

export type SitemapEntry = {
  /** Begins with a slash. */
  path: string
  changedAt: Date | null
}

/** The list of the site's sitemaps. */
export const renderSitemapIndex = (baseUrl: string, parts: readonly SitemapEntry[]) =>
  renderDocument("sitemapindex", "sitemap", baseUrl, parts)

/** Some of the site's pages. */
export const renderSitemap = (baseUrl: string, pages: readonly SitemapEntry[]) =>
  renderDocument("urlset", "url", baseUrl, pages)

function renderDocument(
  root: string,
  item: string,
  baseUrl: string,
  entries: readonly SitemapEntry[],
) {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ""
    return `<${item}><loc>${escapeXml(baseUrl + path)}</loc>${changed}</${item}>`
  })
  return new RawBody(
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

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "")
