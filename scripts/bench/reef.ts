import pg from "pg"
import { encodeId } from "@/lib/api/opaque-ids"
import { replacePool } from "@/lib/db/client"
import type { FeedPeriod, FeedSort } from "@/lib/reef/constants"
import { findFeed, findHighlights, findWalletPosts, getPost } from "@/lib/reef/posts/queries"
import { createDatabase } from "./database"
import { BUSY_POST, COMMON_WORD, fillReef, RARE_WORD, WALLET } from "./reef-rows"
import { formatRatio, median, percentile, printTable } from "./table"

const SIZES = [1_000, 100_000]
const RUNS = 200
const MAX_RATIO = 1.5

type Page = { what: string; read: () => Promise<readonly unknown[]>; runs?: number }

const feed =
  (sort: FeedSort, rest: { period?: FeedPeriod; limit?: number; q?: string; all?: true } = {}) =>
  async () => {
    const { period = "24h", limit = 20, q, all } = rest
    const section = all ? "all" : "mixed"
    const { data } = await findFeed({ section, sort, period, q, limit, offset: 0 })
    return data
  }

const pages: Page[] = [
  { what: "recent", read: feed("recent") },
  { what: "recent, all sections", read: feed("recent", { all: true }) },
  { what: "top of 1 hour", read: feed("top", { period: "1h", limit: 10 }) },
  { what: "top of 24 hours", read: feed("top", { period: "24h" }) },
  { what: "top of 7 days", read: feed("top", { period: "7d" }) },
  { what: "top of 30 days", read: feed("top", { period: "30d" }) },
  { what: "top of all times", read: feed("top", { period: "all" }) },
  { what: "hot", read: feed("hot") },
  { what: "hot, all sections", read: feed("hot", { all: true }) },
  { what: "search, few posts", read: feed("recent", { q: RARE_WORD.word, all: true }) },
  { what: "search, every post", read: feed("recent", { q: COMMON_WORD }), runs: 50 },
  { what: "highlights", read: () => findHighlights("all") },
  {
    what: `a wallet with ${WALLET.posts} posts`,
    read: async () => (await findWalletPosts(WALLET.address, { limit: 20, offset: 0 })).data,
  },
  {
    what: "a post with 10 comments",
    read: async () => (await getPost(encodeId(BUSY_POST.row + 1n))).comments,
  },
  {
    what: `a post with ${BUSY_POST.comments.toLocaleString("en-US")} comments`,
    read: async () => (await getPost(encodeId(BUSY_POST.row))).comments,
    runs: 30,
  },
]

/** A page of the Reef must not cost more because more was ever written. */
async function main() {
  const databases = []
  for (const size of SIZES) databases.push(await createDatabase(`reef_${size}`))
  process.env.DATABASE_URL = databases[0]?.url ?? ""
  const pools = databases.map(({ url }) => new pg.Pool({ connectionString: url, max: 4 }))
  try {
    for (const [place, pool] of pools.entries()) await fillReef(pool, SIZES[place] ?? 0)
    const rows = []
    for (const page of pages) rows.push(await compare(page, pools))
    printTable(
      `The Reef with 100,000 posts and 1,000,000 comments against 1,000 and 10,000; aim: at most ${MAX_RATIO}`,
      ["page", "1,000 p50 us", "100,000 p50 us", "ratio", "p99 us", "p99 us", "ratio"],
      rows,
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    for (const database of databases) await database.drop()
  }
}

/** Turn by turn, so that what else the machine does weighs on both alike. */
async function compare({ what, read, runs = RUNS }: Page, pools: pg.Pool[]) {
  const lengths = new Set<number>()
  const timings = pools.map((): number[] => [])
  for (let run = -10; run < runs; run++) {
    for (const [place, pool] of pools.entries()) {
      replacePool(pool)
      const startedAt = performance.now()
      const found = await read()
      const took = (performance.now() - startedAt) * 1000
      lengths.add(found.length)
      if (run >= 0) timings[place]?.push(took)
    }
  }
  if (lengths.size !== 1 || lengths.has(0)) {
    throw new Error(`Pages of ${what} differ in length: ${[...lengths]}`)
  }
  const [small = [], large = []] = timings
  const [p50, p50Large] = [median(small), median(large)]
  const [p99, p99Large] = [percentile(small, 0.99), percentile(large, 0.99)]
  return [
    what,
    Math.round(p50),
    Math.round(p50Large),
    formatRatio(p50Large, p50),
    Math.round(p99),
    Math.round(p99Large),
    formatRatio(p99Large, p99),
  ]
}

await main()
