import { pool } from "@/lib/db/client"
import { findLiquidityJson } from "@/lib/markets/liquidity-queries"
import { findOrdersJson } from "@/lib/markets/orders/queries"
import { findTokenJson } from "@/lib/tokens/queries"
import { checkLengths, sizeCells, sizeHeadings, timeInTurn, withDatabase } from "./compare-sizes"
import { fillMarket } from "./market-rows"
import { printTable } from "./table"

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
  await withDatabase("markets", async () => {
    for (const market of [SMALL, LARGE]) await fillMarket(pool(), market)
    await pool().query("vacuum analyze")
    const rows = []
    for (const page of pages) rows.push(await compare(page))
    printTable(
      `A page of a market with 100,000 purchases and orders against one with 100; aim: at most ${MAX_RATIO}`,
      ["page", ...sizeHeadings("100", "100,000")],
      rows,
    )
  })
}

async function compare({ what, read }: Page) {
  const subjects = [SMALL.token, LARGE.token]
  const answers = await Promise.all(subjects.map(read))
  checkLengths(
    what,
    answers.map(({ text }) => countRows(text)),
  )
  return [what, ...sizeCells(await timeInTurn(subjects, read, { runs: RUNS }))]
}

function countRows(text: string) {
  const { data }: { data: unknown } = JSON.parse(text)
  return Array.isArray(data) ? data.length : 1
}

await main()
