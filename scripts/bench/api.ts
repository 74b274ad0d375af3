import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { loadavg } from "node:os"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { execa } from "execa"
import { DIFFERENT, type Request, requestSets } from "./api-requests"
import {
  CONNECTIONS,
  digits,
  interleave,
  measureLoad,
  type Options,
  printRows,
  type Row,
  type Server,
} from "./harness"
import {
  BENCH_DATA,
  type Instance,
  KEY,
  keepWriting,
  ROOT,
  startInstances,
  startServer,
  WRITE_MS,
  withCleanup,
} from "./instances"

/**
 * Reads of the API at 50 connections while rows change, beside another checkout, the same answers by plain node:http
 * and pg, and, for cached answers, a Next route that does nothing.
 */
export const benchApi = (options: Options) =>
  withCleanup(async (cleanup) => {
    const sets = Object.entries(requestSets).filter(
      ([name]) => options.sets.length === 0 || options.sets.includes(name),
    )
    if (sets.length === 0) throw new Error(`Sets are ${Object.keys(requestSets).join(", ")}`)
    const instances = await startInstances(options, POSTS, cleanup)
    const [ours] = instances
    if (!ours) return
    const tsx = ["--import", "tsx", "scripts/bench/plain-server.ts"]
    const variables = { DATABASE_URL: ours.databaseUrl }
    const plain = await startServer({ server: "plain", folder: ROOT }, tsx, variables, cleanup)
    const sections = sets.map(([name, requests]) => ({
      name,
      requests: requests.filter(({ what }) => options.match.test(what)),
    }))
    const all = sections.flatMap(({ requests }) => requests)
    const bodies = path.join(BENCH_DATA, "bodies.json")
    writeFileSync(bodies, JSON.stringify(await checkAnswers([...instances, plain], all)))
    const constant = await startServer(
      { server: "constant", folder: BENCH_DATA },
      [await buildConstantApp()],
      { BENCH_BODIES: bodies },
      cleanup,
    )
    const servers = [...instances, plain, constant]
    cleanup(keepWriting(instances))
    // A new process still compiles its hot code.
    for (const { url } of instances)
      await measureLoad({ url, seconds: 5, pathsOf: () => ["/api/v1/tokens"] })
    let errors = 0
    for (const { name, requests } of sections.filter(({ requests }) => requests.length > 0)) {
      const rows: Row[] = []
      for (const request of requests) {
        rows.push(...(await measure(request, servers, options, false)))
        if (request.isKept) rows.push(...(await measure(request, servers, options, true)))
      }
      compareSizes(rows, requests)
      errors += rows.reduce((sum, { figures }) => sum + figures.errors, 0)
      printRows(
        `${name}: ${CONNECTIONS} connections, a write every ${WRITE_MS} ms, medians of ${options.rounds} rounds of ${options.seconds} s`,
        rows,
      )
    }
    console.log(`Load of the machine: ${loadavg().map((load) => load.toFixed(1))}`)
    if (errors > 0) throw new Error(`${errors} requests failed`)
  })

const POSTS = 100_000

/** Undefined where a server has no such answer. The constant route serves the cached ones. */
const pathOn = (server: Server, { what, path: at, plain, isKept }: Request, n: number) => {
  if (server === "constant") return isKept && n === 0 ? `/${what}` : undefined
  return server === "plain" ? plain?.(n) : at(n)
}

/** Connections request different paths, unless the answer should be cached. */
function measure(
  request: Request,
  servers: readonly Instance[],
  { rounds, seconds }: Options,
  isKept: boolean,
) {
  const what = isKept ? `${request.what}, kept` : request.what
  const each = Math.floor(((request.different ?? DIFFERENT) - 1) / CONNECTIONS)
  const headers = { "X-API-Key": KEY }
  const subjects = servers.flatMap(({ server, url }) => {
    const numbersOf = (connection: number) =>
      isKept ? [0] : Array.from({ length: each }, (_, n) => 1 + connection * each + n)
    const pathsOf = (connection: number) =>
      numbersOf(connection).flatMap((n) => pathOn(server, request, n) ?? [])
    const load = { url, headers, seconds, pathsOf }
    return pathsOf(0).length === 0 ? [] : [{ what, server, measure: () => measureLoad(load) }]
  })
  return interleave(subjects, rounds)
}

/** The answers to these requests are checked: those with the most rows, and some others. */
const READ = [0, 7, 33, 400, 999]

/** The bench is void when plain does not say the same, or when there is nothing to say. Returns the first bodies. */
async function checkAnswers(servers: readonly Instance[], requests: readonly Request[]) {
  const bodies: Record<string, string> = {}
  for (const request of requests) {
    for (const n of READ) {
      const answers: string[] = []
      for (const { server, url } of servers) {
        const at = pathOn(server, request, n)
        if (at === undefined) continue
        const response = await fetch(url + at, { headers: { "X-API-Key": KEY } })
        const body = await response.text()
        if (!response.ok || /^{"data":\[\]/.test(body))
          throw new Error(`${server} answers ${at} with ${response.status} ${body.slice(0, 300)}`)
        if (server !== "base") answers.push(body)
      }
      const [ours = "", plain = ours] = answers
      if (!isDeepStrictEqual(JSON.parse(ours), JSON.parse(plain)))
        throw new Error(`${request.what} ${n} differs:\n${ours}\n${plain}`)
      bodies[request.what] ??= ours
    }
  }
  return bodies
}

/** Compares the speed of the same page over many rows and over few. */
function compareSizes(rows: readonly Row[], requests: readonly Request[]) {
  for (const row of rows) {
    const smaller = requests.find(({ what }) => what === row.what)?.smaller
    const other = rows.find(({ what, server }) => what === smaller && server === row.server)
    if (other) row.more = { "to smaller": digits(row.figures.rate / other.figures.rate) }
  }
}

const require = createRequire(import.meta.url)

/** Builds the constant Next app once per version of Next and of its sources; returns its server. */
async function buildConstantApp(): Promise<string> {
  const source = path.join(import.meta.dirname, "fixture")
  const folder = path.join(BENCH_DATA, "fixture")
  const stamp = path.join(folder, "stamp")
  const server = path.join(folder, ".next/standalone/.data/bench/fixture/server.js")
  const route = readFileSync(path.join(source, "app/[name]/route.js"), "utf8")
  const digest = `${require("next/package.json").version}\n${route}`
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return server
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  await execa(process.execPath, [require.resolve("next/dist/bin/next"), "build"], {
    cwd: folder,
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  })
  writeFileSync(stamp, digest)
  return server
}
