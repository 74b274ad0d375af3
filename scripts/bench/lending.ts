import pg from "pg"
import { pool } from "@/lib/db/client"
import { findLoanEventsJson, findLoansJson } from "@/lib/loans/queries"
import { findVaultEventsJson } from "@/lib/vault/queries"
import { findVestingEventsJson } from "@/lib/vesting/queries"
import { checkLengths, sizeCells, sizeHeadings, timeInTurn, withDatabase } from "./compare-sizes"
import { type Borrower, fillLending } from "./lending-rows"
import { formatRatio, median, printTable } from "./table"

const LARGE: Borrower = { wallet: `0x${"a".repeat(40)}`, rows: 100_000, place: 0 }
const SMALL: Borrower = { wallet: `0x${"b".repeat(40)}`, rows: 100, place: 1 }

const RUNS = 300
const MAX_RATIO = 1.2

type Page = {
  what: string
  read: (wallet: string) => Promise<{ text: string }>
  /** Rows and number of the same page as somebody would write them by hand. */
  plain?: { rows: string; count: string }
}

const plainPage = (table: string, order: string) => ({
  rows: `select m.*, tx.hash, tx.block_number from ${table} m join tx on tx.id = m.tx_id
    where m.wallet = $1 order by ${order} limit 20`,
  count: `select count(*)::int as total from ${table} where wallet = $1`,
})

const page = { page: 1, limit: 20 }
/** Of 100 rows, three are of one source and action, eight of one source and state. */
const few = { page: 1, limit: 3 }
const loans = { ...page, source: undefined, active: undefined }
const loanEvents = { ...page, source: undefined, action: undefined }
const vaultEvents = { ...page, action: undefined }
const vestingEvents = { ...page, action: undefined, vestingId: undefined }

const pages: Page[] = [
  {
    what: "loans",
    read: (wallet) => findLoansJson(wallet, loans),
    plain: plainPage("loan", "m.creation_time desc, m.row_id desc"),
  },
  { what: "active loans", read: (wallet) => findLoansJson(wallet, { ...loans, active: true }) },
  {
    what: "active loans of a source",
    read: (wallet) => findLoansJson(wallet, { ...loans, ...few, source: "hub", active: true }),
  },
  {
    what: "loan events",
    read: (wallet) => findLoanEventsJson(wallet, loanEvents),
    plain: plainPage("loan_event", "m.id desc"),
  },
  {
    what: "loan events of a source and action",
    read: (wallet) =>
      findLoanEventsJson(wallet, { ...loanEvents, ...few, source: "vault", action: "repaid" }),
  },
  {
    what: "loan events, page 4",
    read: (wallet) => findLoanEventsJson(wallet, { ...loanEvents, page: 4 }),
  },
  {
    what: "vault events",
    read: (wallet) => findVaultEventsJson(wallet, vaultEvents),
    plain: plainPage("vault_event", "m.id desc"),
  },
  {
    what: "vault events of an action",
    read: (wallet) => findVaultEventsJson(wallet, { ...vaultEvents, action: "wrap" }),
  },
  {
    what: "vesting events",
    read: (wallet) => findVestingEventsJson(wallet, vestingEvents),
    plain: plainPage("vesting_event", "m.id desc"),
  },
  {
    what: "vesting events of an action",
    read: (wallet) =>
      findVestingEventsJson(wallet, { ...vestingEvents, limit: 10, action: "claimed" }),
  },
]

/** A page of a wallet's list must not cost more because the list is long. */
async function main() {
  await withDatabase("lending", async (url) => {
    await fill(url)
    const rows = []
    for (const each of pages) rows.push(await compare(each))
    printTable(
      `A page of a wallet with 100,000 rows in each list against one with 100; aim: at most ${MAX_RATIO}. Plain: pg, SQL by hand, JSON.stringify`,
      ["page", ...sizeHeadings("100", "100,000"), "100 to plain", "100,000 to plain"],
      rows,
    )
  })
}

/** Through connections without the time limit of requests. */
async function fill(url: string) {
  const writers = new pg.Pool({ connectionString: url, max: 1 })
  for (const borrower of [SMALL, LARGE]) await fillLending(writers, borrower)
  await writers.query("vacuum analyze")
  await writers.end()
}

async function compare({ what, read, plain }: Page) {
  const readers = [(wallet: string) => read(wallet).then(({ text }) => text)]
  if (plain) readers.push((wallet) => readPlain(plain, wallet))
  const subjects = readers.flatMap((reader) =>
    [SMALL, LARGE].map(({ wallet }) => ({ reader, wallet })),
  )
  const readOf = ({ reader, wallet }: (typeof subjects)[number]) => reader(wallet)
  checkLengths(what, (await Promise.all(subjects.map(readOf))).map(countRows))
  const timings = await timeInTurn(subjects, readOf, { runs: RUNS })
  const [small = Number.NaN, large = Number.NaN, ...plains] = timings.map(median)
  return [
    ...[what, ...sizeCells(timings)],
    ...[small, large].map((own, place) => (plain ? formatRatio(own, plains[place] ?? 0) : "")),
  ]
}

const countRows = (text: string) => (JSON.parse(text) as { data: unknown[] }).data.length

async function readPlain({ rows, count }: NonNullable<Page["plain"]>, wallet: string) {
  const [found, { rows: totals }] = await Promise.all([
    pool().query(rows, [wallet]),
    pool().query<{ total: number }>(count, [wallet]),
  ])
  return JSON.stringify({ data: found.rows, pagination: totals[0] })
}

await main()
