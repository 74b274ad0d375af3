import pg from "pg"
import { pool } from "@/lib/db/client"
import { findLoanEventsJson, findLoansJson } from "@/lib/loans/queries"
import { findVaultEventsJson } from "@/lib/vault/queries"
import { findVestingEventsJson } from "@/lib/vesting/queries"
import { createDatabase } from "./database"
import { type Borrower, fillLending } from "./lending-rows"
import { ADDRESS_BOOK } from "./sample-rows"
import { formatRatio, median, percentile, printTable } from "./table"

const LARGE: Borrower = { wallet: `0x${"a".repeat(40)}`, rows: 100_000, place: 0 }
const SMALL: Borrower = { wallet: `0x${"b".repeat(40)}`, rows: 100, place: 1 }

const RUNS = 300
const MAX_RATIO = 1.2

type Page = { what: string; read: (wallet: string) => Promise<{ text: string }> }

const page = { page: 1, limit: 20 }
/** Of 100 rows, three are of one source and action, eight of one source and state. */
const few = { page: 1, limit: 3 }
const loans = { ...page, source: undefined, active: undefined }
const loanEvents = { ...page, source: undefined, action: undefined }
const vaultEvents = { ...page, action: undefined }
const vestingEvents = { ...page, action: undefined, vestingId: undefined }

const pages: Page[] = [
  { what: "loans", read: (wallet) => findLoansJson(wallet, loans) },
  { what: "active loans", read: (wallet) => findLoansJson(wallet, { ...loans, active: true }) },
  {
    what: "active loans of a source",
    read: (wallet) => findLoansJson(wallet, { ...loans, ...few, source: "hub", active: true }),
  },
  { what: "loan events", read: (wallet) => findLoanEventsJson(wallet, loanEvents) },
  {
    what: "loan events of a source and action",
    read: (wallet) =>
      findLoanEventsJson(wallet, { ...loanEvents, ...few, source: "vault", action: "repaid" }),
  },
  {
    what: "loan events, page 4",
    read: (wallet) => findLoanEventsJson(wallet, { ...loanEvents, page: 4 }),
  },
  { what: "vault events", read: (wallet) => findVaultEventsJson(wallet, vaultEvents) },
  {
    what: "vault events of an action",
    read: (wallet) => findVaultEventsJson(wallet, { ...vaultEvents, action: "wrap" }),
  },
  { what: "vesting events", read: (wallet) => findVestingEventsJson(wallet, vestingEvents) },
  {
    what: "vesting events of an action",
    read: (wallet) =>
      findVestingEventsJson(wallet, { ...vestingEvents, limit: 10, action: "claimed" }),
  },
]

/** A page of a wallet's list must not cost more because the list is long. */
async function main() {
  const database = await createDatabase("lending")
  try {
    process.env.DATABASE_URL = database.url
    process.env.CONTRACTS = ADDRESS_BOOK
    await fill(database.url)
    const rows = []
    for (const each of pages) rows.push(await compare(each))
    printTable(
      `A page of a wallet with 100,000 rows in each list against one with 100; aim: at most ${MAX_RATIO}`,
      ["page", "100 p50 us", "100,000 p50 us", "ratio", "p99 us", "p99 us", "ratio"],
      rows,
    )
  } finally {
    await pool().end()
    await database.drop()
  }
}

/** Through connections without the time limit of requests. */
async function fill(url: string) {
  const writers = new pg.Pool({ connectionString: url, max: 1 })
  for (const borrower of [SMALL, LARGE]) await fillLending(writers, borrower)
  await writers.query("vacuum analyze")
  await writers.end()
}

/** Turn by turn, so that what else the machine does weighs on both alike. */
async function compare({ what, read }: Page) {
  const lengths = new Set<number>()
  const timings = new Map([SMALL, LARGE].map(({ wallet }) => [wallet, [] as number[]]))
  for (let run = -20; run < RUNS; run++) {
    for (const [wallet, list] of timings) {
      const startedAt = performance.now()
      const { text } = await read(wallet)
      const took = (performance.now() - startedAt) * 1000
      if (run === -20) lengths.add((JSON.parse(text) as { data: unknown[] }).data.length)
      if (run >= 0) list.push(took)
    }
  }
  if (lengths.size !== 1 || lengths.has(0)) {
    throw new Error(`Pages of ${what} differ in length: ${[...lengths]}`)
  }
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

await main()
