import pg from "pg"
import { pool as requestPool } from "@/lib/db/client"
import { createDatabase } from "./database"
import { ADDRESS_BOOK } from "./sample-rows"
import { formatRatio, median, percentile } from "./table"

/** Gives the work a database that is the configured one, and drops it afterwards. */
export async function withDatabase(name: string, work: (url: string) => Promise<void>) {
  const database = await createDatabase(name)
  Object.assign(process.env, { DATABASE_URL: database.url, CONTRACTS: ADDRESS_BOOK })
  try {
    await work(database.url)
  } finally {
    await requestPool().end()
    await database.drop()
  }
}

/** Gives the work a database for each size, of which the first is the configured one, and drops them afterwards. */
export async function withDatabases(
  name: string,
  sizes: readonly number[],
  work: (databases: { pool: pg.Pool; size: number }[]) => Promise<void>,
) {
  const databases: Awaited<ReturnType<typeof createDatabase>>[] = []
  for (const size of sizes) databases.push(await createDatabase(`${name}_${size}`))
  Object.assign(process.env, { DATABASE_URL: databases[0]?.url ?? "", CONTRACTS: ADDRESS_BOOK })
  const pools = databases.map(({ url }) => new pg.Pool({ connectionString: url, max: 4 }))
  try {
    await work(pools.map((pool, place) => ({ pool, size: sizes[place] ?? 0 })))
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    for (const database of databases) await database.drop()
  }
}

/** Microseconds of each read of a subject, turn by turn, so that what else the machine does weighs on all alike. */
export async function timeInTurn<Subject>(
  subjects: readonly Subject[],
  read: (subject: Subject) => Promise<unknown>,
  { runs, warmUp = 20 }: { runs: number; warmUp?: number },
) {
  const timings = subjects.map((): number[] => [])
  for (let run = -warmUp; run < runs; run++) {
    for (const [place, subject] of subjects.entries()) {
      const startedAt = performance.now()
      await read(subject)
      if (run >= 0) timings[place]?.push((performance.now() - startedAt) * 1000)
    }
  }
  return timings
}

/** Pages of different lengths could not be compared. */
export function checkLengths(what: string, lengths: readonly number[]) {
  const different = new Set(lengths)
  if (different.size === 1 && !different.has(0)) return
  throw new Error(`Pages of ${what} differ in length: ${[...different]}`)
}

export const sizeHeadings = (small: string, large: string) => [
  ...[`${small} p50 us`, `${large} p50 us`, "ratio", "p99 us", "p99 us", "ratio"],
]

/** The cells below `sizeHeadings`. */
export const sizeCells = (timings: readonly number[][]) => [
  ...compareMedians(timings),
  ...compareFigures(timings.map((each) => percentile(each, 0.99))),
]

export const compareMedians = (timings: readonly number[][]) => compareFigures(timings.map(median))

const compareFigures = ([small = Number.NaN, large = Number.NaN]: readonly number[]) => [
  ...[Math.round(small), Math.round(large), formatRatio(large, small)],
]
