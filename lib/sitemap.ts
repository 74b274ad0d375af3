import { sql } from "kysely"
import { notFound } from "@/lib/api/errors"
import { RawBody } from "@/lib/api/response"
import { db } from "@/lib/db/client"
import { env } from "@/lib/env"

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

/** Of the 50,000 a file may hold: answers stay small enough to be made on request. */
export const TOKENS_PER_PART = 10_000

/** Pages that are not about one token; what they show changes all the time, so no date is given. */
const PAGES = [
  "/",
  "/markets",
  "/markets/create",
  "/rounds",
  "/launchpad",
  "/launch",
  "/borrow",
  "/earn",
  "/reef",
  "/faucet",
  "/bugs",
  "/leaderboard",
  "/vesting",
  "/vesting/create",
  "/agents",
  "/agents/new",
  "/docs",
  "/docs/design",
]

/** Numbers of projects rise by one and stay, so a part's tokens stay its own. */
const readParts = () =>
  db
    .selectFrom("token")
    .select(({ ref, fn }) => [
      sql<number>`(${ref("project_id")} - 1) / ${sql.lit(TOKENS_PER_PART)}`.as("part"),
      fn.max("last_activity_at").as("changedAt"),
    ])
    .groupBy("part")
    .orderBy("part")
    .execute()

/** The parts there are, and when each last changed. */
export async function readSitemapIndex() {
  const rows = await readParts()
  const parts = rows.map(({ part, changedAt }) => ({
    path: `/sitemaps/tokens-${part}.xml`,
    changedAt,
  }))
  return renderSitemapIndex(env().BASE_URL, [
    { path: "/sitemaps/pages.xml", changedAt: null },
    ...parts,
  ])
}

/** One of them: `pages.xml` or `tokens-<n>.xml`. */
export async function readSitemap(name: string) {
  if (name === "pages.xml") {
    return renderSitemap(
      env().BASE_URL,
      PAGES.map((path) => ({ path, changedAt: null })),
    )
  }
  const part = /^tokens-(\d{1,6})\.xml$/.exec(name)?.[1]
  const entries = part === undefined ? [] : await findTokenEntries(Number(part))
  if (entries.length === 0) throw notFound("NOT_FOUND")
  return renderSitemap(env().BASE_URL, entries)
}

async function findTokenEntries(part: number): Promise<SitemapEntry[]> {
  const first = part * TOKENS_PER_PART + 1
  const rows = await db
    .selectFrom("token")
    .select(["address", "is_prediction", "last_activity_at"])
    .where("project_id", ">=", first)
    .where("project_id", "<", first + TOKENS_PER_PART)
    .orderBy("project_id")
    .execute()
  return rows.map(({ address, is_prediction, last_activity_at }) => ({
    path: `/${is_prediction ? "markets" : "tokens"}/${address}`,
    changedAt: last_activity_at,
  }))
}
