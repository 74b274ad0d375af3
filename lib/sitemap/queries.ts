import { sql } from "kysely"
import { notFound } from "@/lib/api/errors"
import { db } from "@/lib/db/client"
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
