import { pool } from "@/lib/db/client"
import { findLiquidityJson } from "@/lib/markets/liquidity-queries"
import { findOrdersJson } from "@/lib/markets/orders/queries"
import { findTokenJson } from "@/lib/tokens/queries"
import { createDatabase } from "./database"
import { fillMarket } from "./market-rows"
import { ADDRESS_BOOK } from "./sample-rows"
import { formatRatio, median, percentile, printTable } from "./table"

const LARGE = { token: `0x${"a".repeat(40)}`, rows: 100_000 }
const SMALL = { token: `0x${"b".repeat(40)}`, rows: 100 }

const LIMIT = 20
const RUNS = 300
const MAX_RATIO = 1.5

type Page = { what: string; read: (token: string) => Promise<{ text: string }> }

const liquidity = { limit: LIMIT, cursor: undefined, outcomeId: undefined }
const orders = { limit: LIMIT, page: 1, status: undefined, outcomeId: undefined }

/** Of 100 orders, no more are filled and of one outcome. */
const FEW_MATCHES = { limit: 8 }

const pages: Page[] = [
  { what: "liquidity", read: (token) => findLiquidityJson(token, liquidity) },
  {
    what: "liquidity of an outcome",
    read: (token) => findLiquidityJson(token, { ...liquidity, outcomeId: 1 }),
  },
  {
    what: "liquidity, the last page",
    read: (token) => findLiquidityJson(token, { ...liquidity, cursor: LAST_PAGE }),
  },
  { what: "orders", read: (token) => findOrdersJson(token, orders) },
  {
    what: "active orders",
    read: (token) => findOrdersJson(token, { ...orders, status: "ACTIVE" }),
  },
  {
    what: "orders of an outcome",
    read: (token) => findOrdersJson(token, { ...orders, outcomeId: 1 }),
  },
  {
    what: "filled orders of an outcome",
    read: (token) =>
      findOrdersJson(token, { ...orders, ...FEW_MATCHES, outcomeId: 1, status: "FILLED" }),
  },
  { what: "detail", read: async (token) => (await findTokenJson(token)).answer },
]

/** Rows are numbered from the first block on: the oldest page ends there. */
const LAST_PAGE = `${(LIMIT + 1) * 1_000_000}`

/** A page of a market must not cost more because the market was traded more. */
async function main() {
  const database = await createDatabase("markets")
  try {
    process.env.DATABASE_URL = database.url
    process.env.CONTRACTS = ADDRESS_BOOK
    for (const market of [SMALL, LARGE]) await fillMarket(pool(), market)
    await pool().query("vacuum analyze")
    const rows = []
    for (const page of pages) rows.push(await compare(page))
    printTable(
      `A page of a market with 100,000 purchases and orders against one with 100; aim: at most ${MAX_RATIO}`,
      ["page", "100 p50 us", "100,000 p50 us", "ratio", "p99 us", "p99 us", "ratio"],
      rows,
    )
  } finally {
    await pool().end()
    await database.drop()
  }
}

async function compare({ what, read }: Page) {
  const lengths = new Set<number>()
  const timings = new Map([SMALL, LARGE].map(({ token }) => [token, [] as number[]]))
  for (let run = -20; run < RUNS; run++) {
    for (const [token, list] of timings) {
      const startedAt = performance.now()
      const { text } = await read(token)
      const took = (performance.now() - startedAt) * 1000
      if (run === -20) lengths.add(parseLength(text))
      if (run >= 0) list.push(took)
    }
  }
  if (lengths.size > 1) throw new Error(`Pages of ${what} differ in length: ${[...lengths]}`)
  const [small = [], large = []] = timings.values()
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

/** Rows of a page; pages of different lengths could not be compared. */
function parseLength(text: string) {
  const { data }: { data: unknown } = JSON.parse(text)
  return Array.isArray(data) ? data.length : 1
}

await main()
