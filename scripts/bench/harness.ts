import { setTimeout } from "node:timers/promises"
import autocannon, { type Client } from "autocannon"

/**
 * The checkout that runs the bench, the one named by `--against`, rivals without a framework or without work, and the
 * checkout with no traces or few.
 */
export type Server = "ours" | "base" | "plain" | "constant" | "untraced" | "sampled"

/** Answers per second, latencies in milliseconds, and the number of refused or missing answers. */
export type Figures = { rate: number; min: number; p50: number; p99: number; errors: number }

export type Row = {
  what: string
  server: Server
  figures: Figures
  /** Rates of the rounds, which alternated with other subjects. */
  rates?: readonly number[]
  more?: Record<string, string>
}

/** Options of `npm run bench`. */
export type Options = {
  /** Folder of another checkout. */
  against: string | undefined
  rounds: number
  /** Of a measurement. */
  seconds: number
  /** Which requests or pages. */
  match: RegExp
  /** Numbers of events of the chains to read. */
  events: readonly number[]
  sets: readonly string[]
  lighthouse: boolean
  /** Rows of the large database of `scale`, and whether it is kept for the next run. */
  trades: number
  isKept: boolean
}

export const CONNECTIONS = 50

type Subject = { what: string; server: Server; measure: () => Promise<Figures> }

/**
 * Measures subjects in turn, so that other load on the machine affects all of them: first to warm up, then each after
 * a pause in which servers finish background work.
 */
export async function interleave(
  subjects: readonly Subject[],
  rounds: number,
  settleMs = 500,
): Promise<Row[]> {
  const measured = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const subject of subjects) {
      await setTimeout(settleMs)
      const figures = await subject.measure()
      if (round > 0) measured.get(subject)?.push(figures)
    }
  }
  return [...measured].map(([{ what, server }, all]) => {
    return { what, server, figures: combine(all), rates: all.map(({ rate }) => rate) }
  })
}

const combine = (all: readonly Figures[]): Figures => ({
  rate: median(all.map(({ rate }) => rate)),
  min: Math.min(...all.map(({ min }) => min)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
  errors: all.reduce((sum, { errors }) => sum + errors, 0),
})

type Load = {
  url: string
  headers?: Record<string, string>
  seconds: number
  /** The paths that a connection asks for in turn. */
  pathsOf: (connection: number) => readonly string[]
}

/** The throughput of a server when all connections send at once. */
export async function measureLoad({ url, headers = {}, seconds, pathsOf }: Load): Promise<Figures> {
  let connection = 0
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client: Client) => {
      client.setRequests(pathsOf(connection++).map((path) => ({ method: "GET", path })))
    },
  })
  const { min, p50, p99 } = latency
  return { rate: requests.average, min, p50, p99, errors: errors + timeouts + non2xx }
}

/** Figures of sequential single measurements in milliseconds. */
export const figuresOf = (times: readonly number[]): Figures => ({
  rate: 1_000 / median(times),
  min: Math.min(...times),
  p50: median(times),
  p99: percentile(times, 0.99),
  errors: 0,
})

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

export function percentile(values: readonly number[], part: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/**
 * One table: each subject and server, and the ratio of our speed to each other's; below it the geometric mean and the
 * lowest of these ratios.
 */
export function printRows(title: string, rows: readonly Row[]) {
  const rivals = [...new Set(rows.map(({ server }) => server))].filter((one) => one !== "ours")
  const extra = [...new Set(rows.flatMap(({ more = {} }) => Object.keys(more)))]
  const ratioOf = ({ what, figures, server, rates = [] }: Row, rival: Server) => {
    const other = rows.find((row) => row.what === what && row.server === rival)
    if (server !== "ours" || !other) return Number.NaN
    // Compared round by round, because other load on the machine affects both.
    const pairs = rates.map((rate, round) => rate / (other.rates?.[round] ?? Number.NaN))
    return pairs.length > 0 ? median(pairs) : figures.rate / other.figures.rate
  }
  const lines = rows.map((row) => [
    ...[row.what, row.server, digits(row.figures.rate), digits(row.figures.min)],
    ...[digits(row.figures.p50), digits(row.figures.p99), `${row.figures.errors}`],
    ...rivals.map((rival) => digits(ratioOf(row, rival))),
    ...extra.map((name) => row.more?.[name] ?? "-"),
  ])
  const headings = ["what", "server", "a second", "min ms", "median ms", "p99 ms", "errors"]
  printTable(title, [...headings, ...rivals.map((rival) => `to ${rival}`), ...extra], lines)
  for (const rival of rivals) {
    const ratios = rows.map((row) => ratioOf(row, rival)).filter(Number.isFinite)
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
    console.log(`To ${rival}: mean ${mean.toFixed(2)}, lowest ${Math.min(...ratios).toFixed(2)}`)
  }
}

/** Prints rows under their headings, figures to the right. */
export function printTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
) {
  const lines = [headings, ...rows]
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const line of lines) {
    const cells = widths.map((width, at) =>
      at === 0 ? (line[at] ?? "").padEnd(width) : (line[at] ?? "").padStart(width),
    )
    console.log(cells.join("  "))
  }
}

/** Three digits, or all of a larger number's. */
export function digits(value: number) {
  if (!Number.isFinite(value)) return "-"
  if (value >= 100) return Math.round(value).toLocaleString("en-US")
  return value.toPrecision(3)
}
