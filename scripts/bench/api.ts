import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import autocannon from "autocannon"
import { createKey } from "@/lib/auth/api-keys"
import { pool } from "@/lib/db/client"
import { buildApp } from "@/scripts/build.mjs"
import { createDatabase } from "./database"
import { ADDRESS_BOOK, BUSIEST_TOKEN, fillTables, MAIN, MARKET, USDB } from "./sample-rows"
import { buildConstantApp, type Running, startServer } from "./servers"
import { formatRatio, groupDigits, median, printTable } from "./table"

const CONNECTIONS = 50
const ROUNDS = 3
const SECONDS = 5
const MIN_RATIO = 0.9

const endpoints = {
  list: "/api/v1/tokens",
  detail: `/api/v1/tokens/${BUSIEST_TOKEN}`,
  candles: `/api/v1/tokens/${BUSIEST_TOKEN}/candles`,
  trades: `/api/v1/tokens/${BUSIEST_TOKEN}/trades`,
  markets: "/api/v1/tokens?isPrediction=true",
  market: `/api/v1/tokens/${MARKET}`,
  liquidity: `/api/v1/markets/${MARKET}/liquidity`,
  orders: `/api/v1/tokens/${MARKET}/orders`,
}

/** What is asked of the market and not of the token. */
const marketEndpoints = ["market", "liquidity", "orders"]

type Name = keyof typeof endpoints
const names = Object.keys(endpoints).filter((name): name is Name => name in endpoints)

type Target = { name: string; url: (name: Name) => string; headers: Record<string, string> }
type Figures = { rate: number; p50: number; p99: number; errors: number }

/** The API's hot reads at 50 connections, against a Next route without work and against no framework. */
async function main() {
  const database = await createDatabase("api")
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-bench-"))
  const running: Running[] = []
  try {
    process.env.DATABASE_URL = database.url
    console.log(
      "Rows: 10,000 tokens, 1,000 of them markets, 300,000 trades, 100,000 purchases, 100,000 orders",
    )
    await fillTables(pool())
    const { key } = await createKey(MAIN, null)
    await pool().end()
    const targets = await start(running, { key, folder, databaseUrl: database.url })
    printTable(
      `API at ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s; aim: ${MIN_RATIO} of a constant Next route`,
      ["endpoint", "server", "req/s", "p50 ms", "p99 ms", "errors", "to constant", "to plain"],
      await measureAll(targets),
    )
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
}

type ServerOptions = { key: string; folder: string; databaseUrl: string }

async function start(
  running: Running[],
  { key, folder, databaseUrl }: ServerOptions,
): Promise<Target[]> {
  const { server } = await buildApp({ progress: (line) => console.log(line) })
  const product = await startServer(server, {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "a secret of the benches with more than 32 characters",
    TOKEN_ENCRYPTION_KEY: "another secret of the benches, as long as the first",
    CONTRACTS: ADDRESS_BOOK,
    RATE_LIMIT_KEY: "1000000000",
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
    {
      name: "Atoll",
      url: (name: Name) => product.url + endpoints[name],
      headers: { "X-API-Key": key },
    },
    {
      name: "plain",
      url: (name: Name) =>
        `${plain.url}/${name}/${marketEndpoints.includes(name) ? MARKET : BUSIEST_TOKEN}`,
      headers: {},
    },
  ]
  const bodies = path.join(folder, "bodies.json")
  writeFileSync(bodies, JSON.stringify(await checkSameAnswers(targets)))
  const constant = await startServer(await buildConstantApp(), { BENCH_BODIES: bodies })
  running.push(constant)
  return [
    ...targets,
    { name: "constant", url: (name: Name) => `${constant.url}/${name}`, headers: {} },
  ]
}

/** The answers themselves; the bench is void when the servers do not say the same. */
async function checkSameAnswers(targets: Target[]) {
  const bodies: Record<string, string> = {}
  for (const name of names) {
    const texts = await Promise.all(
      targets.map(async ({ url, headers }) => {
        const response = await fetch(url(name), { headers })
        const text = await response.text()
        if (!response.ok) throw new Error(`${url(name)}: ${response.status} ${text}`)
        return text
      }),
    )
    const [first, second] = texts.map((text) => JSON.parse(text))
    if (!isDeepStrictEqual(first, second)) {
      throw new Error(`The servers answer ${name} differently:\n${texts.join("\n")}`)
    }
    bodies[name] = texts[0] ?? ""
  }
  return bodies
}

async function measureAll(targets: Target[]) {
  const rows: (string | number)[][] = []
  for (const name of names) {
    const rounds = new Map(targets.map((target) => [target.name, [] as Figures[]]))
    for (const target of targets) await measure(target, name, 2)
    // Turn by turn, so that whatever else the machine does meets all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const target of targets) {
        rounds.get(target.name)?.push(await measure(target, name, SECONDS))
      }
    }
    const figures = new Map([...rounds].map(([target, list]) => [target, medianOf(list)]))
    for (const [target, { rate, p50, p99, errors }] of figures) {
      const to = (base: string) => formatRatio(rate, figures.get(base)?.rate ?? 0)
      rows.push([name, target, groupDigits(rate), p50, p99, errors, to("constant"), to("plain")])
    }
  }
  return rows
}

async function measure(target: Target, name: Name, duration: number): Promise<Figures> {
  const options = { url: target.url(name), headers: target.headers }
  const found = await autocannon({ ...options, connections: CONNECTIONS, duration })
  const errors = found.errors + found.timeouts + found.non2xx
  const { p50, p99 } = found.latency
  return { rate: found.requests.average, p50, p99, errors }
}

const medianOf = (list: Figures[]): Figures => ({
  rate: median(list.map(({ rate }) => rate)),
  p50: median(list.map(({ p50 }) => p50)),
  p99: median(list.map(({ p99 }) => p99)),
  errors: list.reduce((sum, { errors }) => sum + errors, 0),
})

await main()
