import { createHash } from "node:crypto"
import { readSnapshot } from "@/lib/api/snapshot"
import { AGENTS, PEOPLE, POINTS, REEF, TOKENS } from "@/lib/db/topic-versions"
import { buildId } from "@/lib/env"

/** Shared caches keep a page for a second, and send it for half a minute more while they ask for a new one. */
const PUBLIC: readonly (readonly [string, string])[] = [
  ["Cache-Control", "public, max-age=0, s-maxage=1, stale-while-revalidate=30"],
  ["CDN-Cache-Control", "max-age=1, stale-while-revalidate=30"],
]

const PRIVATE: readonly (readonly [string, string])[] = [["Cache-Control", "private, no-cache"]]

/** Pages of a wallet; a launch and a transaction, which the node is asked for; what only its author reads. */
const OWN_PAGE =
  /^\/(?:account|portfolio|vesting|tx|launch|bugs|operator|reef\/(?:new|moderation))(?:\/|$)/

export const cacheHeaders = (pathname: string) => (OWN_PAGE.test(pathname) ? PRIVATE : PUBLIC)

/** Pages show ages, and read the node as well: after this long they are another page though the data is as it was. */
const PERIOD_MS = 10_000

/** What the node is asked for may change at any time. */
const NODE_PERIOD_MS = 1_000

const TOKEN_PAGE = /^\/(?:tokens|markets)\/0x/

/** The topics whose rows a page shows. */
function topicsOf(path: string): string[] {
  if (/^\/docs(?:\/|$)/.test(path)) return []
  const shown = [TOKENS, PEOPLE, POINTS]
  return TOKEN_PAGE.test(path) ? shown : [...shown, REEF, AGENTS]
}

const ASKS_NODE = /^\/(?:tx|launch)\//

/**
 * The entity tag of a page as the database is now. Two renderings with an equal tag show the same; their nonces differ,
 * so a client that has one of them keeps its policy with it.
 */
export async function pageEtag(path: string, now = Date.now()): Promise<string> {
  const { snapshot } = await readSnapshot(topicsOf(path))
  const period = Math.floor(now / (ASKS_NODE.test(path) ? NODE_PERIOD_MS : PERIOD_MS))
  const state = [buildId, path, snapshot, period].join(" ")
  return `W/"${createHash("sha1").update(state).digest("base64url")}"`
}
