import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import type { Client } from "autocannon"
import { createKey } from "@/lib/auth/api-keys"
import { pool as requestPool } from "@/lib/db/client"
import { createPool } from "@/lib/db/pool"
import { buildApp } from "@/scripts/build.mjs"
import { type Aim, judgeAims } from "./aims"
import { createDatabase } from "./database"
import { CONNECTIONS, type Figures, measureLoad, medianFigures } from "./load"
import { printParts } from "./request-parts"
import {
  ADDRESS_BOOK,
  BUSIEST_TOKEN,
  fillTables,
  listMarkets,
  listTokens,
  MAIN,
  MARKET,
  PURCHASES,
  USDB,
} from "./sample-rows"
import { buildConstantApp, type Running, SECRETS, startServer } from "./servers"
import { formatRatio, groupDigits, median, printTable } from "./table"
import { keepWriting, WRITE_MS } from "./writes"

const ROUNDS = 3
const SECONDS = 2

/** What the reads are to keep to: answers from memory, and those that nobody has asked for before. */
const AIMS = { keptToConstant: 4, newToPlain: 1, p99ToP50: 5 }

/** The path of a read, by the address that it is about. */
const endpoints = {
  list: () => "/api/v1/tokens",
  detail: (token: string) => `/api/v1/tokens/${token}`,
  candles: (token: string) => `/api/v1/tokens/${token}/candles`,
  trades: (token: string) => `/api/v1/tokens/${token}/trades`,
  markets: () => "/api/v1/tokens?isPrediction=true",
  market: (market: string) => `/api/v1/tokens/${market}`,
  liquidity: (market: string) => `/api/v1/markets/${market}/liquidity`,
  orders: (market: string) => `/api/v1/tokens/${market}/orders`,
}

/** What is asked of markets and not of tokens. */
const marketEndpoints = ["market", "liquidity", "orders"]

type Name = keyof typeof endpoints
const names = Object.keys(endpoints).filter((name): name is Name => name in endpoints)

/** What `number` asks for: 0 is always the same, with the most rows; others differ. */
type Target = {
  name: string
  path: (name: Name, number: number) => string
  url: string
  headers: Record<string, string>
}

/** The API's hot reads at 50 connections while rows change, against a Next route without work and no framework. */
async function main() {
  const database = await createDatabase("api")
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-bench-"))
  const running: Running[] = []
  setVariables(database.url)
  // What fills the tables takes longer than a request may.
  const pool = createPool({ max: 4, timeoutMs: 600_000, statementTimeoutMs: 600_000 })
  try {
    console.log(
      "Rows: 10,000 tokens, 1,000 of them markets, 300,000 trades, 100,000 purchases, 100,000 orders",
    )
    await fillTables(pool)
    const { key } = await createKey(MAIN, null)
    const targets = await start(running, { key, folder, databaseUrl: database.url })
    const stopWriting = keepWriting(pool)
    const aims: Aim[] = []
    const requestMs = await measureKept(targets, aims)
    await measureNew(targets, aims)
    await stopWriting()
    await printParts(key, CONNECTIONS, requestMs)
    console.log(`\nLoad of the machine: ${loadavg().map((load) => load.toFixed(1))}`)
    judgeAims(aims)
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    await Promise.all([pool.end(), requestPool().end()])
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
}

/** Those of the product, for its own functions in this process as well. */
function setVariables(databaseUrl: string) {
  const variables = { ...SECRETS, DATABASE_URL: databaseUrl, RATE_LIMIT_KEY: "1000000000" }
  Object.assign(process.env, variables)
}

type ServerOptions = { key: string; folder: string; databaseUrl: string }

async function start(
  running: Running[],
  { key, folder, databaseUrl }: ServerOptions,
): Promise<Target[]> {
  const { server } = await buildApp({ progress: (line) => console.log(line) })
  const product = await startServer(server, {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    CONTRACTS: ADDRESS_BOOK,
    RATE_LIMIT_KEY: "1000000000",
    // As `npm start` has it on two cores; the others are one process as well.
    WEB_CONCURRENCY: "1",
    RPC_URL: "",
    REDIS_URL: "",
  })
  running.push(product)
  const plain = await startServer(
    path.resolve("scripts/bench/plain-server.ts"),
    { DATABASE_URL: databaseUrl, BENCH_MAIN: MAIN, BENCH_USDB: USDB },
    ["--import", "tsx"],
  )
  running.push(plain)
  const targets: Target[] = [
    { name: "Atoll", path: productPath, url: product.url, headers: { "X-API-Key": key } },
    { name: "plain", path: plainPath, url: plain.url, headers: {} },
  ]
  const bodies = path.join(folder, "bodies.json")
  writeFileSync(bodies, JSON.stringify(await checkSameAnswers(targets)))
  const constant = await startServer(await buildConstantApp(), { BENCH_BODIES: bodies })
  running.push(constant)
  return [
    ...targets,
    { name: "constant", path: (name) => `/${name}`, url: constant.url, headers: {} },
  ]
}

const tokens = [BUSIEST_TOKEN, ...listTokens()]
const markets = [MARKET, ...listMarkets()]

/** Only the first market has purchases and orders. */
const addressesOf = (name: Name) => {
  if (name === "market") return markets
  return marketEndpoints.includes(name) ? [MARKET] : tokens
}

function addressOf(name: Name, number: number) {
  const all = addressesOf(name)
  return all[number % all.length] ?? MARKET
}

const LIST_PAGES = 33
const LIMITS = 20
const LEAST_LIMIT = 11
const ORDER_PAGES = 1_000
const ROWS_PER_BLOCK = 1_000_000

/** What is another one each time where the address is the same. */
const queries: Partial<Record<Name, (number: number) => string>> = {
  list: pageOfList,
  markets: pageOfList,
  liquidity: (number) => `cursor=${(PURCHASES - 20 * number) * ROWS_PER_BLOCK}`,
  orders: (number) => `page=${1 + (number % ORDER_PAGES)}`,
}

/** As many rows as the usual request, give or take nine. */
function pageOfList(number: number) {
  const page = 1 + (Math.floor(number / LIMITS) % LIST_PAGES)
  return `page=${page}&limit=${LEAST_LIMIT + (number % LIMITS)}`
}

const queryOf = (name: Name, number: number) => (number > 0 && queries[name]?.(number)) || ""

function withQuery(at: string, query: string) {
  return query === "" ? at : `${at}${at.includes("?") ? "&" : "?"}${query}`
}

const productPath = (name: Name, number: number) =>
  withQuery(endpoints[name](addressOf(name, number)), queryOf(name, number))

const plainPath = (name: Name, number: number) =>
  withQuery(`/${name}/${addressOf(name, number)}`, queryOf(name, number))

/** The answers themselves; the bench is void when the servers do not say the same. */
async function checkSameAnswers(targets: Target[]) {
  const bodies: Record<string, string> = {}
  for (const name of names) {
    for (const number of [7, 33, 0]) {
      const texts = await Promise.all(
        targets.map(async ({ path: at, url, headers }) => {
          const response = await fetch(url + at(name, number), { headers })
          const text = await response.text()
          if (!response.ok) throw new Error(`${at(name, number)}: ${response.status} ${text}`)
          return text
        }),
      )
      const [first, second] = texts.map((text) => JSON.parse(text))
      if (!isDeepStrictEqual(first, second)) {
        throw new Error(`The servers answer ${name} differently:\n${texts.join("\n")}`)
      }
      bodies[name] = texts[0] ?? ""
    }
  }
  return bodies
}

/** All ask for the same, again and again. Answers what a request of it takes, in milliseconds. */
async function measureKept(targets: Target[], aims: Aim[]) {
  const all = await measureAll(targets, 1)
  print("The same requests again and again", all)
  for (const name of names) {
    const [own, , constant] = ["Atoll", "plain", "constant"].map((target) =>
      find(all, name, target),
    )
    aims.push(
      {
        name: `${name}: kept, to a constant Next route`,
        value: ratio(own, constant),
        least: AIMS.keptToConstant,
      },
      { name: `${name}: kept, p99 to p50`, value: tailOf(own), most: AIMS.p99ToP50 },
    )
  }
  return median(names.map((name) => 1_000 / find(all, name, "Atoll").rate))
}

/** Nobody asks for what another has asked for since the last write. */
async function measureNew(targets: Target[], aims: Aim[]) {
  const all = await measureAll(
    targets.filter(({ name }) => name !== "constant"),
    DIFFERENT,
  )
  print("Different requests", all)
  for (const name of names) {
    const [own, plain] = ["Atoll", "plain"].map((target) => find(all, name, target))
    aims.push(
      { name: `${name}: new, to plain`, value: ratio(own, plain), least: AIMS.newToPlain },
      { name: `${name}: new, p99 to p50`, value: tailOf(own), most: AIMS.p99ToP50 },
    )
  }
}

/** Different requests of each connection, one after the other: more than are answered between two writes. */
const DIFFERENT = 20

type Measured = { name: Name; target: string; figures: Figures }

function find(all: readonly Measured[], name: Name, target: string): Figures {
  const found = all.find((one) => one.name === name && one.target === target)
  if (!found) throw new Error(`${target} was not asked for ${name}`)
  return found.figures
}

const ratio = (own: Figures | undefined, base: Figures | undefined) =>
  (own?.rate ?? Number.NaN) / (base?.rate ?? Number.NaN)

/** Latencies are whole milliseconds; a median below one counts as one. */
const tailOf = (own: Figures | undefined) =>
  (own?.p99 ?? Number.NaN) / Math.max(1, own?.p50 ?? Number.NaN)

function print(title: string, all: readonly Measured[]) {
  const has = (target: string) => all.some((one) => one.target === target)
  const to = (name: Name, own: Figures, base: string) =>
    has(base) ? formatRatio(own.rate, find(all, name, base).rate) : "-"
  printTable(
    `${title}: ${CONNECTIONS} connections, a write every ${WRITE_MS} ms, median of ${ROUNDS} rounds of ${SECONDS} s`,
    ["endpoint", "server", "req/s", "p50 ms", "p99 ms", "errors", "to constant", "to plain"],
    all.map(({ name, target, figures }) => [
      name,
      target,
      groupDigits(figures.rate),
      figures.p50,
      figures.p99,
      figures.errors,
      to(name, figures, "constant"),
      to(name, figures, "plain"),
    ]),
  )
}

async function measureAll(targets: Target[], different: number): Promise<Measured[]> {
  const all: Measured[] = []
  for (const name of names) {
    const rounds = new Map(targets.map((target) => [target.name, [] as Figures[]]))
    for (const target of targets) await measure(target, name, different, 1)
    // Turn by turn, so that whatever else the machine does meets all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const target of targets) {
        rounds.get(target.name)?.push(await measure(target, name, different, SECONDS))
      }
    }
    for (const [target, list] of rounds) all.push({ name, target, figures: medianFigures(list) })
  }
  return all
}

/** Each connection asks for `different` things of its own in turn. */
async function measure(
  { path: at, url, headers }: Target,
  name: Name,
  different: number,
  duration: number,
): Promise<Figures> {
  let connection = 0
  const setupClient = (client: Client) => {
    const first = different === 1 ? 0 : 1 + connection++ * different
    const requests = Array.from({ length: different }, (_, n) => ({
      method: "GET" as const,
      path: at(name, first + n),
    }))
    client.setRequests(requests)
  }
  return measureLoad({ url, headers, duration, setupClient })
}

await main()
