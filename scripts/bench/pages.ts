import { writeFileSync } from "node:fs"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { brotliCompressSync, constants } from "node:zlib"
import { execa } from "execa"
import pidusage from "pidusage"
import { request } from "undici"
import { encodeId } from "@/lib/http/opaque-ids"
import {
  CONNECTIONS,
  digits,
  interleave,
  measureLoad,
  type Options,
  printRows,
  type Row,
} from "./harness"
import {
  BENCH_DATA,
  type FilledInstance,
  type Instance,
  KEPT_MS,
  keepWriting,
  ROOT,
  startInstances,
  startServer,
  WRITE_MS,
  withCleanup,
  write,
} from "./instances"
import { auditPages } from "./lighthouse"
import { BUSIEST_TOKEN, MAIN, OPEN_MARKET } from "./rows"

const POSTS = 1_000
const RENDERINGS = 5
/** Time until the scripts of all pages have their best compression. */
const COMPRESSING_MS = 12_000

const PAGES = {
  home: "/",
  launchpad: "/launchpad",
  markets: "/markets",
  token: `/tokens/${BUSIEST_TOKEN}`,
  market: `/markets/${OPEN_MARKET}`,
  reef: "/reef",
  post: `/reef/${encodeId(1n)}`,
  profile: `/wallets/${MAIN}`,
  rounds: "/rounds",
  docs: "/docs",
  reference: "/docs/api",
}

/**
 * Pages at 50 connections while rows change, beside another checkout and a page of the same bytes from plain
 * node:http; the cost of a rendering, the size of documents and scripts, and, with `--lighthouse`, a visit by phone.
 */
export const benchPages = (options: Options) =>
  withCleanup(async (cleanup) => {
    const pages = Object.entries(PAGES).filter(([name]) => options.match.test(name))
    const instances = await startInstances(options, POSTS, cleanup)
    const plain = await startServer(
      { server: "plain", folder: ROOT },
      ["--import", "tsx", "scripts/bench/plain-server.ts"],
      { BENCH_PAGES: BENCH_DATA },
      cleanup,
    )
    const costs = new Map<Instance, Map<string, Record<string, string>>>()
    for (const instance of instances) costs.set(instance, await measureCosts(instance, pages))
    for (const [name, at] of pages) {
      const { body } = await read(`${instances[0]?.url}${at}`)
      writeFileSync(path.join(BENCH_DATA, `${name}.html.br`), compress(body))
    }
    if (options.lighthouse) await auditPages(instances, pages, options)
    cleanup(keepWriting(instances))
    const rows: Row[] = []
    for (const [name, at] of pages) {
      const subjects = [...instances, plain].map(({ server, url }) => {
        const pathsOf = () => [server === "plain" ? `/page/${name}` : at]
        const load = { url, headers: BROWSER, seconds: options.seconds, pathsOf }
        return { what: name, server, measure: () => measureLoad(load) }
      })
      rows.push(...(await interleave(subjects, options.rounds)))
    }
    for (const row of rows) {
      const instance = instances.find(({ server }) => server === row.server)
      row.more = (instance && costs.get(instance)?.get(row.what)) ?? {}
    }
    printRows(
      `Pages at ${CONNECTIONS} connections, a write every ${WRITE_MS} ms, medians of ${options.rounds} rounds of ${options.seconds} s; of a rendering its processor time`,
      rows,
    )
    const errors = rows.reduce((sum, { figures }) => sum + figures.errors, 0)
    if (errors > 0) throw new Error(`${errors} pages failed`)
  })

const BROWSER = { "accept-encoding": "gzip, deflate, br" }

/** Reads an address as it comes over the network. */
async function read(url: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await request(url, { headers })
  return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) }
}

const compress = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)

/** The process, and the web processes that it started. */
async function listProcesses(pid: number) {
  const { stdout } = await execa("pgrep", ["-P", `${pid}`], { reject: false })
  return [pid, ...stdout.split("\n").flatMap((line) => Number(line) || [])]
}

export async function processorMs(pids: readonly number[]) {
  const usages = await pidusage([...pids])
  return Object.values(usages).reduce((sum, { ctime }) => sum + ctime, 0)
}

/** Of each page: processor time of a rendering, bytes of the document, and bytes of its initial scripts. */
async function measureCosts(
  instance: FilledInstance,
  pages: readonly (readonly [string, string])[],
) {
  const { url, pid } = instance
  const pids = await listProcesses(pid)
  const bodies = new Map<string, Buffer>()
  const renderings = new Map<string, number>()
  for (const [name, at] of pages) {
    const { status, body } = await read(url + at)
    if (status !== 200) throw new Error(`${url}${at}: ${status}`)
    bodies.set(name, body)
    let spent = 0
    for (let n = 0; n < RENDERINGS; n++) {
      await write(instance)
      await setTimeout(KEPT_MS)
      const before = await processorMs(pids)
      await read(url + at)
      spent += (await processorMs(pids)) - before
    }
    renderings.set(name, spent / RENDERINGS)
  }
  const scriptsOf = (body: Buffer) => {
    const tags = [...body.toString().matchAll(/<script\b[^>]* src="([^"]*)"[^>]*>/g)]
    return new Set(tags.filter(([tag]) => !/nomodule/i.test(tag)).map(([, at]) => url + at))
  }
  for (let turn = 0; turn < 4; turn++) {
    for (const body of bodies.values()) for (const at of scriptsOf(body)) await read(at, BROWSER)
  }
  await setTimeout(COMPRESSING_MS)
  const costs = new Map<string, Record<string, string>>()
  for (const [name, body] of bodies) {
    let scripts = 0
    for (const at of scriptsOf(body)) scripts += (await read(at, BROWSER)).body.length
    costs.set(name, {
      "rendering ms": digits(renderings.get(name) ?? Number.NaN),
      "HTML KB": kilobytes(body.length),
      "in Brotli": kilobytes(compress(body).length),
      "scripts KB": kilobytes(scripts),
    })
  }
  return costs
}
