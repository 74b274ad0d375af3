import type pg from "pg"
import { encodeId } from "@/lib/api/opaque-ids"
import { replacePool } from "@/lib/db/client"
import type { FeedPeriod, FeedSort } from "@/lib/reef/constants"
import { findFeed, findHighlights, findWalletPosts, getPost } from "@/lib/reef/posts/queries"
import { checkLengths, sizeCells, sizeHeadings, timeInTurn, withDatabases } from "./compare-sizes"
import { BUSY_POST, COMMON_WORD, fillReef, RARE_WORD, WALLET } from "./reef-rows"
import { printTable } from "./table"

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
  await withDatabases("reef", SIZES, async (databases) => {
    for (const { pool, size } of databases) await fillReef(pool, size)
    const pools = databases.map(({ pool }) => pool)
    const rows = []
    for (const page of pages) rows.push(await compare(page, pools))
    printTable(
      `The Reef with 100,000 posts and 1,000,000 comments against 1,000 and 10,000; aim: at most ${MAX_RATIO}`,
      ["page", ...sizeHeadings("1,000", "100,000")],
      rows,
    )
  })
}

async function compare({ what, read, runs = RUNS }: Page, pools: pg.Pool[]) {
  const lengths: number[] = []
  const readFrom = async (pool: pg.Pool) => {
    replacePool(pool)
    lengths.push((await read()).length)
  }
  const timings = await timeInTurn(pools, readFrom, { runs, warmUp: 10 })
  checkLengths(what, lengths)
  return [what, ...sizeCells(timings)]
}

await main()
