import type pg from "pg"
import { pool as currentPool, db, replacePool } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findOwnProfile } from "@/lib/profiles/queries"
import { rankOf } from "@/lib/profiles/ranks/chunks"
import { findLeaderboard } from "@/lib/profiles/ranks/leaderboard"
import { findOwnReferrals } from "@/lib/referrals/queries"
import { compareMedians, sizeCells, sizeHeadings, timeInTurn, withDatabases } from "./compare-sizes"
import { fillRanks, writePoints } from "./leaderboard-rows"
import { printTable } from "./table"

const SIZES = [1_000, 1_000_000]
const RUNS = 300
/** Counting a million rows takes too long for as many runs. */
const RUNS_BY_HAND = 7
const LIMIT = 20

/** A wallet in the middle of the order, with referrals all over it. */
type Sample = { pool: pg.Pool; wallets: number; wallet: string }

type Subject = {
  what: string
  read: (sample: Sample) => Promise<unknown>
  /** The same by counting, as somebody would write it by hand. */
  plain?: (sample: Sample) => readonly [sql: string, values: readonly unknown[]]
}

const pageOf = (page: number) => findLeaderboard({ page, limit: LIMIT })
const byHand = (page: number) =>
  [
    `select w.*, p.username, (select count(*) from wallet_points where total > 0) as all
    from (select * from wallet_points where total > 0 order by -total, reached_at, wallet
      limit ${LIMIT} offset $1) w left join profile p using (wallet)`,
    [(page - 1) * LIMIT],
  ] as const

const selectRank = statement({ wallet: "text" }, ({ wallet }) =>
  db.selectFrom("wallet_points as w").select(rankOf("w").as("rank")).where("w.wallet", "=", wallet),
)

const COUNT_AHEAD = `select count(*) from wallet_points o, wallet_points w where w.wallet = $1 and o.total > 0
  and (-o.total, o.reached_at, o.wallet) <= (-w.total, w.reached_at, w.wallet)`

const middle = ({ wallets }: Sample) => Math.ceil(wallets / LIMIT / 2)
const last = ({ wallets }: Sample) => Math.ceil(wallets / LIMIT)

const subjects: Subject[] = [
  { what: "first page", read: () => pageOf(1), plain: () => byHand(1) },
  {
    what: "page in the middle",
    read: (sample) => pageOf(middle(sample)),
    plain: (sample) => byHand(middle(sample)),
  },
  {
    what: "last page",
    read: (sample) => pageOf(last(sample)),
    plain: (sample) => byHand(last(sample)),
  },
  {
    what: "own rank",
    read: ({ wallet }) => selectRank({ wallet }),
    plain: ({ wallet }) => [COUNT_AHEAD, [wallet]],
  },
  { what: "own profile", read: ({ wallet }) => findOwnProfile(wallet) },
  { what: "own referrals, 20", read: ({ wallet }) => findOwnReferrals(wallet) },
  { what: "writing 200 totals", read: ({ wallets }) => writePoints(currentPool(), wallets) },
]

/** A million wallets must cost a page and a rank no more than a thousand. */
async function main() {
  await withDatabases("leaderboard", SIZES, async (databases) => {
    const samples: Sample[] = []
    for (const { pool, size } of databases) {
      samples.push({ pool, wallets: size, wallet: await fillRanks(pool, size) })
    }
    const rows = []
    for (const subject of subjects) rows.push(await compare(subject, samples))
    printTable(
      "1,000,000 wallets with points against 1,000; by hand: the same by OFFSET and count(*)",
      ["", ...sizeHeadings("1,000", "1,000,000"), "by hand us", "by hand us", "ratio"],
      rows,
    )
  })
}

async function compare({ what, read, plain }: Subject, samples: readonly Sample[]) {
  const timeReads = (reader: Subject["read"], options: { runs: number; warmUp?: number }) =>
    timeInTurn(
      samples,
      (sample) => {
        replacePool(sample.pool)
        return reader(sample)
      },
      options,
    )
  const cells = [what, ...sizeCells(await timeReads(read, { runs: RUNS }))]
  if (!plain) return [...cells, "-", "-", "-"]
  const count = (sample: Sample) => {
    const [sql, values] = plain(sample)
    return currentPool().query(sql, [...values])
  }
  return [...cells, ...compareMedians(await timeReads(count, { runs: RUNS_BY_HAND, warmUp: 1 }))]
}

await main()
