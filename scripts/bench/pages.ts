import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import path from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import type pg from "pg"
import { encodeId } from "@/lib/api/opaque-ids"
import { createKey } from "@/lib/auth/api-keys"
import { createPool } from "@/lib/db/pool"
import { buildApp } from "@/scripts/build.mjs"
import { type Aim, judgeAims } from "./aims"
import { createDatabase } from "./database"
import { CONNECTIONS, type Figures, measureLoad, medianFigures } from "./load"
import { fillTrading } from "./market-rows"
import { createAgent, readAll, readRepeatedly, readUrl } from "./page-requests"
import { fillReef } from "./reef-rows"
import { ADDRESS_BOOK, BUSIEST_TOKEN, fillTables, MAIN, OPEN_MARKET, USDB } from "./sample-rows"
import { type Running, SECRETS, startServer } from "./servers"
import { formatRatio, groupDigits, median, printTable } from "./table"
import { keepWriting, WRITE_MS } from "./writes"

const ROUNDS = 3
const SECONDS = 3
const POSTS = 1_000
/** Purchases and orders of the market, as many as those of the sample have. */
const MARKET_ROWS = 60
const UNKNOWN = 5_000
const FIRST_UNKNOWN_POST = 1_000_000
const BURST = 200
const RENDERINGS = 15
/** Until the scripts of all pages are compressed. */
const COMPRESSING_MS = 12_000

/** Pages compute with the reserves a pool began with, which the API does not read. */
const BASE_RESERVES = `update token set base_reserve0 = coalesce(nullif(base_reserve0, 0), 1000000000000000000000),
  base_reserve1 = coalesce(nullif(base_reserve1, 0), 1000000000000000000000)`

/** A market's page names the transaction that created it; no event has an id one above its transaction's. */
const CREATIONS = `insert into market_creation (id, tx_id, token, kind, is_private_event, end_time, options,
    base_reserve, challenge_seconds, voting_seconds, veto_seconds)
  select tx.id + 1, tx.id, m.token, m.kind, m.is_private_event, m.end_time, m.options, m.base_reserve,
    m.challenge_seconds, m.voting_seconds, m.veto_seconds
  from market m join token t on t.address = m.token join tx on tx.block_number = t.created_block`

/** What the pages are to keep to. */
const BOUNDS = {
  rate: 1_000,
  p99: 100,
  htmlKilobytes: 90,
  scriptKilobytes: 150,
  homeRendering: 15,
  ageMs: 1_000,
  missingMs: 1,
  apiP99InBurst: 250,
}

const pages = {
  home: "/",
  launchpad: "/launchpad",
  markets: "/markets",
  token: `/tokens/${BUSIEST_TOKEN}`,
  market: `/markets/${OPEN_MARKET}`,
  reef: "/reef",
  post: `/reef/${encodeId(1n)}`,
  profile: `/wallets/${MAIN}`,
  docs: "/docs",
  reference: "/docs/api",
}

const aims: Aim[] = []

/** Pages at 50 connections while rows change, against a page of the same bytes from plain node:http. */
async function main() {
  const database = await createDatabase("pages")
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-bench-"))
  const running: Running[] = []
  process.env.DATABASE_URL = database.url
  const pool = createPool({ max: 4, timeoutMs: 600_000 })
  try {
    console.log(`Rows: 10,000 tokens, 300,000 trades, ${POSTS} posts`)
    await fillTables(pool)
    await fillTrading(pool, { token: OPEN_MARKET, rows: MARKET_ROWS })
    await fillReef(pool, POSTS)
    await pool.query(BASE_RESERVES)
    await pool.query(CREATIONS)
    const { key } = await createKey(MAIN, null)
    const { server } = await buildApp({ progress: (line) => console.log(line) })
    const product = await startServer(server, productVariables(database.url))
    running.push(product)
    const renderings = await measureRenderings(product.url)
    const sizes = await measureSizes(product.url, folder)
    const constant = await startServer(
      path.resolve("scripts/bench/constant-page.ts"),
      { BENCH_PAGES: folder },
      ["--import", "tsx"],
    )
    running.push(constant)
    const stopWriting = keepWriting(pool)
    await comparePages({ product, constant, renderings, sizes })
    await measureAge(product.url, pool)
    await stopWriting()
    await measureMissing(product.url)
    await measureBurst(product.url, pool, key)
    console.log(
      `\nLoad of the machine: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(", ")}`,
    )
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    await pool.end()
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
  judgeAims(aims)
  process.exit()
}

const productVariables = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ...SECRETS,
  CONTRACTS: ADDRESS_BOOK,
  BENCH_USDB: USDB,
  RATE_LIMIT_KEY: "1000000000",
  RATE_LIMIT_VIEW: "1000000000",
  RPC_URL: "",
  REDIS_URL: "",
})

const names = Object.keys(pages).filter((name): name is keyof typeof pages => name in pages)

/** How long a page takes that nobody has asked for: a rendering, and what is around it. */
async function measureRenderings(origin: string) {
  const agent = createAgent(1)
  const found = new Map<string, number>()
  for (const name of names) {
    const times: number[] = []
    for (let n = 0; n < RENDERINGS; n++) {
      const separator = pages[name].includes("?") ? "&" : "?"
      const url = `${origin}${pages[name]}${separator}rendering=${n}`
      const { status, milliseconds } = await readUrl(url, agent, {})
      if (status !== 200) throw new Error(`${url}: ${status}`)
      // The first ones compile.
      if (n >= 5) times.push(milliseconds)
    }
    found.set(name, median(times))
  }
  agent.destroy()
  const home = found.get("home") ?? Number.NaN
  aims.push({ name: "a rendering of home, ms", value: home, most: BOUNDS.homeRendering })
  return found
}

/** What a browser that knows modules loads with the page. */
function listScripts(origin: string, body: Buffer) {
  const tags = [...body.toString().matchAll(/<script\b[^>]* src="([^"]*)"[^>]*>/g)]
  const modern = tags.filter(([tag]) => !/nomodule/i.test(tag))
  return [...new Set(modern.map(([, source]) => origin + source))]
}

type Size = { html: number; script: number }

/** Bytes of each page, and of the scripts it starts with, as a browser gets them. */
async function measureSizes(origin: string, folder: string) {
  const agent = createAgent(4)
  const sizes = new Map<string, Size>()
  const bodies = new Map<string, Buffer>()
  for (const name of names) bodies.set(name, (await readUrl(origin + pages[name], agent, {})).body)
  const all = new Set([...bodies.values()].flatMap((body) => listScripts(origin, body)))
  await warmScripts([...all], agent)
  for (const [name, body] of bodies) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    writeFileSync(path.join(folder, name), brotliCompressSync(body, { params }))
    let script = 0
    for (const url of listScripts(origin, body)) script += (await readUrl(url, agent)).body.length
    sizes.set(name, { html: body.length, script })
    aims.push(
      { name: `${name}: HTML, KB`, value: body.length / 1_000, most: BOUNDS.htmlKilobytes },
      { name: `${name}: scripts, KB`, value: script / 1_000, most: BOUNDS.scriptKilobytes },
    )
  }
  agent.destroy()
  return sizes
}

/** Files are compressed as well as can be after they were asked for a few times. */
async function warmScripts(urls: readonly string[], agent: ReturnType<typeof createAgent>) {
  for (let n = 0; n < 4; n++) for (const url of urls) await readUrl(url, agent)
  await new Promise((resolve) => setTimeout(resolve, COMPRESSING_MS))
}

type Load = {
  product: Running
  constant: Running
  renderings: Map<string, number>
  sizes: Map<string, Size>
}

async function comparePages({ product, constant, renderings, sizes }: Load) {
  const rows: (string | number)[][] = []
  for (const name of names) {
    const own: Figures[] = []
    const plain: Figures[] = []
    await measure(product.url + pages[name], 1)
    // Turn by turn, so that whatever else the machine does meets both.
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await measure(product.url + pages[name], SECONDS))
      plain.push(await measure(`${constant.url}/${name}`, SECONDS))
    }
    const { rate, p50, p99, errors } = medianFigures(own)
    const size = sizes.get(name)
    rows.push([
      name,
      groupDigits(rate),
      formatRatio(rate, medianFigures(plain).rate),
      p50,
      p99,
      errors,
      (renderings.get(name) ?? Number.NaN).toFixed(1),
      ((size?.html ?? 0) / 1000).toFixed(0),
      ((size?.script ?? 0) / 1000).toFixed(0),
    ])
    aims.push(
      { name: `${name}: requests a second`, value: rate, least: BOUNDS.rate },
      { name: `${name}: p99, ms`, value: p99, most: BOUNDS.p99 },
      { name: `${name}: errors`, value: errors, most: 0 },
    )
  }
  printTable(
    `Pages at ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s, a write every ${WRITE_MS} ms`,
    [
      "page",
      "req/s",
      "to plain",
      "p50 ms",
      "p99 ms",
      "errors",
      "rendering ms",
      "HTML KB",
      "scripts KB",
    ],
    rows,
  )
}

const measure = (url: string, duration: number) =>
  measureLoad({ url, headers: { "accept-encoding": "gzip, deflate, br" }, duration })

/** How long a page under load shows what has been replaced. */
async function measureAge(origin: string, pool: pg.Pool) {
  const agent = createAgent(1)
  const url = `${origin}${pages.token}`
  const load = measure(url, 8)
  const ages: number[] = []
  for (let n = 0; n < 6; n++) {
    const name = `Renamed ${n} at ${Date.now()}`
    await pool.query("update token set name = $2 where address = $1", [BUSIEST_TOKEN, name])
    const begun = performance.now()
    let isShown = false
    while (!isShown) isShown = (await readUrl(url, agent, {})).body.includes(name)
    ages.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await load
  agent.destroy()
  const oldest = Math.max(...ages)
  console.log(
    `\nA change is shown under load after ${median(ages).toFixed(0)} ms (median), ${oldest.toFixed(0)} ms at most`,
  )
  aims.push({ name: "a page is behind, ms", value: oldest, most: BOUNDS.ageMs })
}

async function measureMissing(origin: string) {
  const unknown = {
    token: (n: number) => `/tokens/0xdead${n.toString(16).padStart(36, "0")}`,
    post: (n: number) => `/reef/${encodeId(BigInt(FIRST_UNKNOWN_POST + n))}`,
  }
  for (const [name, at] of Object.entries(unknown)) {
    const urls = Array.from({ length: UNKNOWN }, (_, n) => origin + at(n))
    await readAll(urls.slice(0, 200), CONNECTIONS)
    const { answers, milliseconds } = await readAll(urls, CONNECTIONS)
    const others = answers.filter(({ status }) => status !== 404).length
    aims.push(
      {
        name: `the page of an unknown ${name}, with the client's work, ms`,
        value: milliseconds / answers.length,
        most: BOUNDS.missingMs,
      },
      { name: `unknown ${name}s that are not answered 404`, value: others, most: 0 },
    )
  }
}

/** The API while many ask for pages that nobody has asked for before. */
async function measureBurst(origin: string, pool: pg.Pool, key: string) {
  const { rows } = await pool.query<{ address: string }>(
    "select address from token order by created_at limit $1",
    [BURST],
  )
  const headers = { "X-API-Key": key }
  const url = `${origin}/api/v1/tokens/${BUSIEST_TOKEN}`
  const stopCalm = readRepeatedly(url, headers)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const calm = await stopCalm()
  const stop = readRepeatedly(url, headers)
  const { answers, milliseconds } = await readAll(
    rows.map(({ address }) => `${origin}/tokens/${address}`),
    CONNECTIONS,
  )
  const busy = await stop()
  console.log(
    `${BURST} different token pages take ${(milliseconds / 1000).toFixed(1)} s; beside them the API's p50 is ` +
      `${busy.p50.toFixed(1)} ms (else ${calm.p50.toFixed(1)}), p99 ${busy.p99.toFixed(1)} ms (else ${calm.p99.toFixed(1)})`,
  )
  const failed = answers.filter(({ status }) => status !== 200).length
  aims.push(
    { name: "pages of the burst that failed", value: failed, most: 0 },
    { name: "the API's p99 in the burst, ms", value: busy.p99, most: BOUNDS.apiP99InBurst },
  )
}

await main()
