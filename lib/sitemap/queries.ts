import { notFound } from "@/lib/api/errors"
import { pool } from "@/lib/db/client"
import { env } from "@/lib/env"
import { renderSitemap, renderSitemapIndex, type SitemapEntry } from "./document"

/** Of the 50,000 a file may hold: answers stay small enough to be made on request. */
export const TOKENS_PER_PART = 10_000

/** Pages that are not about one token; what they show changes all the time, so no date is given. */
const PAGES = [
  "/",
  "/markets",
  "/markets/create",
  "/launchpad",
  "/launch",
  "/reef",
  "/faucet",
  "/docs",
  "/docs/design",
]

/** Numbers of projects rise by one and stay, so a part's tokens stay its own. */
const PART_NUMBER = `(project_id - 1) / ${TOKENS_PER_PART}`

/** The parts there are, and when each last changed. */
export async function readSitemapIndex() {
  const { rows } = await pool().query<{ part: number; changed: Date | null }>(
    `select ${PART_NUMBER} as part, max(last_activity_at) as changed from token group by 1 order by 1`,
  )
  const parts = rows.map(({ part, changed }) => ({
    path: `/sitemaps/tokens-${part}.xml`,
    changedAt: changed,
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

type SitemapRow = { address: string; isMarket: boolean; changed: Date | null }

async function findTokenEntries(part: number): Promise<SitemapEntry[]> {
  const first = part * TOKENS_PER_PART + 1
  const { rows } = await pool().query<SitemapRow>(
    `select address, is_prediction as "isMarket", last_activity_at as changed from token
     where project_id >= $1 and project_id < $2 order by project_id`,
    [first, first + TOKENS_PER_PART],
  )
  return rows.map(({ address, isMarket, changed }) => ({
    path: `/${isMarket ? "markets" : "tokens"}/${address}`,
    changedAt: changed,
  }))
}
