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
import {
  differentOf,
  type Name,
  names,
  ofOneToken,
  type PathOf,
  plainPath,
  productPath,
  unknownPaths,
} from "./api-requests"
import { createDatabase } from "./database"
import { CONNECTIONS, type Figures, measureLoad, medianFigures } from "./load"
import { printParts } from "./request-parts"
import { ADDRESS_BOOK, fillTables, MAIN, USDB } from "./sample-rows"
import { buildConstantApp, type Running, SECRETS, startServer } from "./servers"
import { formatRatio, groupDigits, median, printTable } from "./table"
import { keepWriting, WRITE_MS } from "./writes"

const ROUNDS = 3
/** Of a round. `BENCH_SECONDS=10` makes the whole take about ten minutes of reads beside writes for each half. */
const SECONDS = Number(process.env.BENCH_SECONDS) || 2

/** What the reads are to keep to: answers from memory, and those that nobody has asked for before. */
const AIMS = { keptToConstant: 4, newToPlain: 1, p99ToP50: 5 }

type Target = {
  name: string
  path: PathOf
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

/** Of these requests the answers are compared. */
const COMPARED = [7, 33, 400, 650, 999, 0]

/** The answers themselves. The bench is void when the servers do not say the same, or when there is nothing to say. */
async function checkSameAnswers(targets: Target[]) {
  const bodies: Record<string, string> = {}
  for (const name of names) {
    for (const number of COMPARED.filter((each) => each < differentOf(name))) {
      const texts = await Promise.all(targets.map((target) => readBody(target, name, number)))
      const [first, second] = texts.map((text) => JSON.parse(text))
      if (!isDeepStrictEqual(first, second)) {
        throw new Error(`The servers answer ${name} differently:\n${texts.join("\n")}`)
      }
      if (Array.isArray(first.data) && first.data.length === 0) {
        throw new Error(`${name} number ${number} has no rows`)
      }
      bodies[name] = texts[0] ?? ""
    }
  }
  await checkUnknown(targets)
  return bodies
}

async function readBody({ path: at, url, headers }: Target, name: Name, number: number) {
  const response = await fetch(url + at(name, number), { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${at(name, number)}: ${response.status} ${text}`)
  return text
}

/** Both servers have to look whether a token is there. */
async function checkUnknown([product, plain]: Target[]) {
  for (const name of ofOneToken) {
    const paths = unknownPaths(name)
    const asked = [
      [product, paths.product],
      [plain, paths.plain],
    ] as const
    for (const [target, at] of asked) {
      const { status } = await fetch(`${target?.url}${at}`, { headers: target?.headers ?? {} })
      if (status !== 404) throw new Error(`${target?.name} answers ${at} with ${status}`)
    }
  }
}

/** All ask for the same, again and again. Answers what a request of it takes, in milliseconds. */
async function measureKept(targets: Target[], aims: Aim[]) {
  const all = await measureAll(targets, () => 1)
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
    differentOfConnection,
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
const differentOfConnection = (name: Name) => Math.floor((differentOf(name) - 1) / CONNECTIONS)

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

async function measureAll(
  targets: Target[],
  differentOf: (name: Name) => number,
): Promise<Measured[]> {
  const all: Measured[] = []
  for (const name of names) {
    const rounds = new Map(targets.map((target) => [target.name, [] as Figures[]]))
    const different = differentOf(name)
    for (const target of targets) await measure(target, name, different, 1)
    // Turn by turn, so that whatever else the machine does meets all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const target of targets) {
        rounds.get(target.name)?.push(await measure(target, name, different, SECONDS))
      }
    }
    for (const [target, list] of rounds) all.push({ name, target, figures: medianFigures(list) })
    const failed = all.filter(({ figures }) => figures.errors > 0)
    if (failed.length > 0) throw new Error(`Requests failed: ${JSON.stringify(failed)}`)
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
