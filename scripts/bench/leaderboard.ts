import pg from "pg"
import { pool as currentPool, db, replacePool } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findOwnProfile } from "@/lib/profiles/queries"
import { rankOf } from "@/lib/profiles/ranks/chunks"
import { findLeaderboard } from "@/lib/profiles/ranks/leaderboard"
import { findOwnReferrals } from "@/lib/referrals/queries"
import { createDatabase } from "./database"
import { fillRanks, writePoints } from "./leaderboard-rows"
import { ADDRESS_BOOK } from "./sample-rows"
import { formatRatio, median, percentile, printTable } from "./table"

const SIZES = [1_000, 1_000_000]
const RUNS = 300
const WARM_UP = 20
/** Counting a million rows takes too long for as many runs. */
const RUNS_BY_HAND = 7
const LIMIT = 20

/** A wallet in the middle of the order, with referrals all over it. */
type Sample = { wallets: number; wallet: string }

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
  const databases = []
  for (const size of SIZES) databases.push(await createDatabase(`leaderboard_${size}`))
  process.env.DATABASE_URL = databases[0]?.url ?? ""
  process.env.CONTRACTS = ADDRESS_BOOK
  const pools = databases.map(({ url }) => new pg.Pool({ connectionString: url, max: 4 }))
  try {
    const samples: Sample[] = []
    for (const [at, pool] of pools.entries()) {
      const wallets = SIZES[at] ?? 0
      samples.push({ wallets, wallet: await fillRanks(pool, wallets) })
    }
    const rows = []
    for (const subject of subjects) rows.push(await compare(subject, pools, samples))
    printTable(
      "1,000,000 wallets with points against 1,000; by hand: the same by OFFSET and count(*)",
      [
        ...["", "1,000 p50 us", "1,000,000 p50 us", "ratio", "p99 us", "p99 us", "ratio"],
        ...["by hand us", "by hand us", "ratio"],
      ],
      rows,
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    for (const database of databases) await database.drop()
  }
}

/** Turn by turn, so that what else the machine does weighs on all alike. */
async function compare(
  { what, read, plain }: Subject,
  pools: readonly pg.Pool[],
  samples: readonly Sample[],
) {
  const measured = await measure(read, { runs: RUNS, warmUp: WARM_UP }, pools, samples)
  const cells = [what, ...ratio(measured.map((each) => median(each)))]
  cells.push(...ratio(measured.map((each) => percentile(each, 0.99))))
  if (!plain) return [...cells, "-", "-", "-"]
  const counted = await measure(
    async (sample) => {
      const [sql, values] = plain(sample)
      return currentPool().query(sql, [...values])
    },
    { runs: RUNS_BY_HAND, warmUp: 1 },
    pools,
    samples,
  )
  return [...cells, ...ratio(counted.map((each) => median(each)))]
}

const ratio = ([few = Number.NaN, many = Number.NaN]: readonly number[]) => [
  ...[`${Math.round(few)}`, `${Math.round(many)}`, formatRatio(many, few)],
]

async function measure(
  read: Subject["read"],
  { runs, warmUp }: { runs: number; warmUp: number },
  pools: readonly pg.Pool[],
  samples: readonly Sample[],
) {
  const timings = pools.map(() => [] as number[])
  for (let run = -warmUp; run < runs; run++) {
    for (const [at, pool] of pools.entries()) {
      const sample = samples[at]
      if (!sample) throw new Error("Each database has a sample")
      replacePool(pool)
      const startedAt = performance.now()
      await read(sample)
      if (run >= 0) timings[at]?.push((performance.now() - startedAt) * 1_000)
    }
  }
  return timings
}

await main()
