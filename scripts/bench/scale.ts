import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { replacePool } from "@/lib/db/client"
import { refreshLastDay } from "@/lib/indexer/projections/last-day"
import { computePulse } from "@/lib/pulse"
import { readSitemapIndex } from "@/lib/sitemap"
import { migrate } from "@/scripts/database/migrate.mjs"
import { digits, measureMs, median, type Options, percentile, printTable } from "./harness"
import {
  buildServer,
  type Cleanup,
  databaseUrl,
  type FilledInstance,
  insertKey,
  KEPT_MS,
  KEY,
  listCheckouts,
  ROOT,
  runStatement,
  startServer,
  withCleanup,
} from "./instances"
import { ADDRESS_BOOK, ROUNDS_CONTRACT, USDB } from "./rows"
import { measureExports } from "./scale-exports"
import { apiRequests, pageRequests, WHALE } from "./scale-requests"

/** The rows of the one database are so many times those of the other. */
const FACTOR = 100
/** How many times as long an answer over all of them may take. */
const MOST = 1.5
const SAMPLES = 15
const OF_ANSWER = { samples: SAMPLES, pauseMs: 0 }
/** A page is rendered again when it is older than a second. */
const OF_PAGE = { samples: 7, pauseMs: KEPT_MS }
const WARM_UPS = 2

/** What is kept for a minute or more, whatever changes. */
const FUNCTIONS = { pulse: computePulse, "sitemap, index": readSitemapIndex }

/** With room to spare, garbage is left for long; a file that was kept would end this process. */
const SMALL_HEAP = "--max-old-space-size=192"

/** Pages would ask a node for the price of open rounds: only the server of files has any. */
const WITH_ROUNDS = ADDRESS_BOOK.replace(/("btc":)"0x0+"/, `$1"${ROUNDS_CONTRACT}"`)

const variablesOf = (url: string) => ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: url,
  CONTRACTS: ADDRESS_BOOK,
})

/** Every read of the API, pages and files, over many trades and over a hundredth of them. */
export const benchScale = (options: Options) =>
  withCleanup(async (cleanup) => {
    const [checkout] = listCheckouts(options)
    if (!checkout) return
    process.env.CONTRACTS = ADDRESS_BOOK
    const file = await buildServer(checkout)
    const sizes = [options.trades / FACTOR, options.trades]
    const instances: FilledInstance[] = []
    for (const trades of sizes) {
      const url = await openDatabase(trades, options.isKept, cleanup)
      const pool = new pg.Pool({ connectionString: url, max: 4 })
      pool.on("connect", (client) => client.on("error", () => {}))
      cleanup(() => pool.end())
      await refreshLastDay(pool)
      const instance = await startServer(checkout, [file], variablesOf(url), cleanup)
      instances.push({ ...instance, pool, databaseUrl: url })
    }
    const [small, large] = instances
    if (!small || !large) return
    await printSizes(large.pool, options.trades)
    const rows = await measureFunctions(instances, options)
    const requests = sizes.map((trades) => [...apiRequests(trades), ...pageRequests])
    for (const [at, { what, path: pathOf, isPage }] of (requests[1] ?? []).entries()) {
      if (!options.match.test(what)) continue
      const subjects = instances.map((instance, size) => ({
        instance,
        measure: (n: number) => read(instance, requests[size]?.[at]?.path(n) ?? ""),
      }))
      const figures = await compare(what, subjects, isPage ? OF_PAGE : OF_ANSWER)
      const keptMs = []
      for (let n = 0; n < SAMPLES; n++) keptMs.push(await measureMs(() => read(large, pathOf(0))))
      rows.push([...figures, digits(median(keptMs))])
    }
    printTable(
      `Answers in ms over ${digits(options.trades)} trades and over a hundredth, nothing kept: medians of ${SAMPLES}, of pages ${OF_PAGE.samples}`,
      ["what", "small", "p95", "large", "p95", "ratio", "of fastest", "", "kept, large"],
      rows,
    )
    console.log(
      `${rows.filter((row) => row.includes("slower")).length} of ${rows.length} are slower`,
    )
    const args = [SMALL_HEAP, file]
    const variables = { ...variablesOf(large.databaseUrl), CONTRACTS: WITH_ROUNDS }
    const server = await startServer(checkout, args, variables, cleanup)
    await measureExports({ ...large, ...server })
  })

/** A database with so many trades, filled unless one was kept. */
async function openDatabase(trades: number, isKept: boolean, cleanup: Cleanup) {
  const name = `bench_scale_${trades}`
  const text = readFileSync(path.join(import.meta.dirname, "rows/scale.sql"), "utf8")
    .replaceAll("TRADES", `${trades}`)
    .replaceAll("TOKENS", `${100 + Math.floor(trades / 200)}`)
    .replaceAll("WALLETS", `${1_000 + Math.floor(trades / 20)}`)
    .replaceAll("'USDB'", `'${USDB}'`)
  const digest = hash("sha256", text)
  const url = databaseUrl(name)
  if ((await readDigest(name)) !== digest) {
    await runStatement(`drop database if exists "${name}" with (force)`)
    await runStatement(`create database "${name}"`)
  }
  if (!isKept) cleanup(() => runStatement(`drop database if exists "${name}" with (force)`))
  await migrate(url, path.join(ROOT, "prisma/migrations"), () => {})
  if ((await readDigest(name)) === digest) return url
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const ms = await measureMs(() => client.query(text))
    await client.query("vacuum analyze")
    await insertKey(client, WHALE)
    console.log(`${digits(trades)} trades: filled in ${digits(ms / 1_000)} s`)
  } finally {
    await client.end()
  }
  await runStatement(`comment on database "${name}" is '${digest}'`)
  return url
}

async function readDigest(name: string) {
  const { rows } = await runStatement(
    `select shobj_description(oid, 'pg_database') as digest from pg_database where datname = '${name}'`,
  )
  return rows[0]?.digest
}

/** Bytes of the largest tables and of their indexes, for each trade. */
async function printSizes(pool: pg.Pool, trades: number) {
  const { rows } = await pool.query<{ name: string; rows: number; table: number; index: number }>(
    `select relname as name, reltuples as rows, pg_table_size(oid)::float8 as table,
      pg_indexes_size(oid)::float8 as index
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 12`,
  )
  printTable(
    `The largest tables of ${digits(trades)} trades`,
    ["table", "rows", "MB", "MB of indexes", "bytes a row", "bytes a trade"],
    rows.map(({ name, rows: count, table, index }) => [
      ...[name, digits(count), digits(table / 1e6), digits(index / 1e6)],
      ...[digits((table + index) / count), digits((table + index) / trades)],
    ]),
  )
}

type Subject = { instance: FilledInstance; measure: (n: number) => Promise<unknown> }

/** Functions of the server in this process, without the answers that it keeps. */
async function measureFunctions(instances: readonly FilledInstance[], options: Options) {
  const rows: string[][] = []
  for (const [what, work] of Object.entries(FUNCTIONS)) {
    if (!options.match.test(what)) continue
    const subjects = instances.map((instance) => ({
      instance,
      measure: async () => {
        const putBack = replacePool(instance.pool)
        await work().finally(putBack)
      },
    }))
    rows.push([...(await compare(what, subjects, OF_ANSWER)), "-"])
  }
  return rows
}

const forget = ({ pool }: FilledInstance) =>
  pool.query("insert into topic_touch (topic) values ('everything'), ('') on conflict do nothing")

type Manner = typeof OF_ANSWER

/** Measures by turns, after everything that was kept is void. */
async function compare(what: string, subjects: readonly Subject[], { samples, pauseMs }: Manner) {
  const times = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  for (let n = -WARM_UPS; n < samples; n++) {
    for (const { instance } of subjects) await forget(instance)
    await setTimeout(pauseMs)
    for (const subject of subjects) {
      const ms = await measureMs(() => subject.measure(n + WARM_UPS))
      if (n >= 0) times.get(subject)?.push(ms)
    }
  }
  const all = [...times.values()]
  // Other load on the machine is in the medians, and hardly in the fastest answers.
  const ratios = [median, (times: readonly number[]) => Math.min(...times)].map((figureOf) => {
    const [small = Number.NaN, large = Number.NaN] = all.map(figureOf)
    return large / small
  })
  return [
    what,
    ...all.flatMap((each) => [digits(median(each)), digits(percentile(each, 0.95))]),
    ...ratios.map(digits),
    ratios.every((ratio) => ratio > MOST) ? "slower" : "",
  ]
}

/** Reads an answer to its end. */
async function read({ url }: FilledInstance, at: string) {
  const response = await fetch(url + at, { headers: { "X-API-Key": KEY } })
  const body = await response.arrayBuffer()
  if (!response.ok)
    throw new Error(`${at}: ${response.status} ${Buffer.from(body).subarray(0, 300)}`)
  return body.byteLength
}
