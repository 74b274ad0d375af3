import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { env } from "@/lib/env"
import { docsPaths } from "@/lib/guides/pages"
import { notFound } from "@/lib/http/errors"
import { RawBody } from "@/lib/http/response"

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

/** A fiftieth of the 50,000 that a file may hold, so that each is made in a few ms. Also the limit for agents. */
export const TOKENS_PER_PART = 1_000

/** Pages that are not about one token or agent. Their content changes all the time, so they have no date. */
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
  ...docsPaths(),
  "/docs/design",
]

/** Numbers of projects rise by one and stay, so a part's tokens stay its own. */
const readTokenParts = () =>
  db
    .selectFrom("token")
    .select(({ ref, fn }) => [
      sql<number>`(${ref("project_id")} - 1) / ${sql.lit(TOKENS_PER_PART)}`.as("part"),
      fn.max("last_activity_at").as("changedAt"),
    ])
    .groupBy("part")
    .orderBy("part")
    .execute()

/** Numbers of a shared registry may leave gaps: only parts with an agent count. */
const readAgentParts = () =>
  db
    .selectFrom("agent as a")
    .leftJoin("agent_record as r", "r.wallet", "a.wallet")
    .select(({ ref }) => [
      sql<string>`${ref("a.agent_id")} / ${sql.lit(TOKENS_PER_PART)}`.as("part"),
      sql<Date>`max(greatest(${ref("a.created_at")}, ${ref("r.last_active")}))`.as("changedAt"),
    ])
    .groupBy("part")
    .orderBy("part")
    .execute()

/** The parts there are, and when each last changed. */
export async function readSitemapIndex() {
  const [tokens, agents] = await Promise.all([readTokenParts(), readAgentParts()])
  const toPart = (kind: string) => (row: { part: number | string; changedAt: Date | null }) => ({
    path: `/sitemaps/${kind}-${row.part}.xml`,
    changedAt: row.changedAt,
  })
  return renderSitemapIndex(env().BASE_URL, [
    { path: "/sitemaps/pages.xml", changedAt: null },
    ...tokens.map(toPart("tokens")),
    ...agents.map(toPart("agents")),
  ])
}

/** Reads `pages.xml`, `tokens-<n>.xml` or `agents-<n>.xml`. */
export async function readSitemap(name: string) {
  if (name === "pages.xml") {
    return renderSitemap(
      env().BASE_URL,
      PAGES.map((path) => ({ path, changedAt: null })),
    )
  }
  const [, kind, part] = /^(tokens(?=-\d{1,6}\.)|agents)-(\d{1,12})\.xml$/.exec(name) ?? []
  const find = kind === "agents" ? findAgentEntries : findTokenEntries
  const entries = part === undefined ? [] : await find(Number(part))
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

async function findAgentEntries(part: number): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom("agent as a")
    .leftJoin("agent_record as r", "r.wallet", "a.wallet")
    .select(({ ref }) => [
      "a.agent_id as agentId",
      sql<Date>`greatest(${ref("a.created_at")}, ${ref("r.last_active")})`.as("changedAt"),
    ])
    .where("a.agent_id", ">=", `${part * TOKENS_PER_PART}`)
    .where("a.agent_id", "<", `${(part + 1) * TOKENS_PER_PART}`)
    .orderBy("a.agent_id")
    .execute()
  return rows.map(({ agentId, changedAt }) => ({ path: `/agents/${agentId}`, changedAt }))
}
