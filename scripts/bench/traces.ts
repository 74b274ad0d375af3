import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { loadavg } from "node:os"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { requestSets } from "./api-requests"
import {
  CONNECTIONS,
  digits,
  interleave,
  measureLoad,
  median,
  type Options,
  printRows,
  type Server,
} from "./harness"
import {
  type Cleanup,
  type Instance,
  KEY,
  keepWriting,
  ROOT,
  startInstances,
  startServer,
  WRITE_MS,
  withCleanup,
} from "./instances"
import { processorMs } from "./pages"
import { ADDRESS_BOOK, BUSIEST_TOKEN } from "./rows"

const POSTS = 1_000
/** Requests of a connection that differ. */
const DIFFERENT = 19
/** Spans are sent every five seconds. */
const SENDING_MS = 6_000

const requestOf = (what: string) => {
  const request = requestSets.tokens?.find((each) => each.what === what)
  if (!request) throw new Error(`No request ${what}`)
  return request
}

const newPaths = (what: string) => (connection: number) =>
  Array.from({ length: DIFFERENT }, (_, n) => requestOf(what).path(1 + connection * DIFFERENT + n))

const PATHS: Record<string, (connection: number) => readonly string[]> = {
  list: newPaths("list"),
  "list, kept": () => [requestOf("list").path(0)],
  detail: newPaths("detail"),
  trades: newPaths("trades"),
  "home page": () => ["/"],
  "page of a token": () => [`/tokens/${BUSIEST_TOKEN}`],
}

/** The variables of OpenTelemetry's SDK by which servers differ. */
const tracings: readonly { server: Server; variables: Record<string, string> }[] = [
  { server: "ours", variables: {} },
  {
    server: "sampled",
    variables: { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.05" },
  },
]

/** What traces cost: servers of one build on one database, all of whose requests are traced, one in twenty, and none. */
export const benchTraces = (options: Options) =>
  withCleanup(async (cleanup) => {
    const [plain] = await startInstances({ ...options, against: undefined }, POSTS, cleanup)
    if (!plain) return
    const servers: Instance[] = [{ ...plain, server: "untraced" }]
    const receivers = new Map<Server, Awaited<ReturnType<typeof startReceiver>>>()
    for (const { server, variables } of tracings) {
      const receiver = await startReceiver(cleanup)
      receivers.set(server, receiver)
      servers.push(
        await startServer(
          { server, folder: ROOT },
          [path.join(ROOT, ".next/standalone/server.js")],
          {
            DATABASE_URL: plain.databaseUrl,
            DATABASE_DIRECT_URL: plain.databaseUrl,
            CONTRACTS: ADDRESS_BOOK,
            OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
            ...variables,
          },
          cleanup,
        ),
      )
    }
    cleanup(keepWriting([plain]))
    const names = Object.keys(PATHS).filter((name) => options.match.test(name))
    const costs = new Map<string, number[]>()
    const counts = new Map<Server, number>()
    const rows = []
    for (const what of names) {
      const pathsOf = PATHS[what] ?? (() => [])
      const subjects = servers.map(({ server, url, pid }) => {
        const headers = { "X-API-Key": KEY }
        const measure = async () => {
          const before = await processorMs([pid])
          const figures = await measureLoad({ url, headers, seconds: options.seconds, pathsOf })
          const spent = (await processorMs([pid])) - before
          const requests = figures.rate * options.seconds
          counts.set(server, (counts.get(server) ?? 0) + requests)
          const name = `${what} ${server}`
          costs.set(name, [...(costs.get(name) ?? []), (1_000 * spent) / requests])
          return figures
        }
        return { what, server, measure }
      })
      rows.push(...(await interleave(subjects, options.rounds)))
    }
    for (const row of rows) {
      // The first round warms up.
      const [, ...rounds] = costs.get(`${row.what} ${row.server}`) ?? []
      row.more = { "processor µs": digits(median(rounds)) }
    }
    printRows(
      `Traces: ${CONNECTIONS} connections, a write every ${WRITE_MS} ms, medians of ${options.rounds} rounds of ${options.seconds} s`,
      rows,
    )
    await setTimeout(SENDING_MS)
    for (const [server, { count }] of receivers) {
      const requests = counts.get(server) ?? Number.NaN
      console.log(`${server}: ${digits(count() / requests)} spans received for each request`)
    }
    console.log(`Load of the machine: ${loadavg().map((load) => load.toFixed(1))}`)
    const errors = rows.reduce((sum, { figures }) => sum + figures.errors, 0)
    if (errors > 0) throw new Error(`${errors} requests failed`)
  })

/** Counts spans without reading them: the load comes from this process. */
async function startReceiver(cleanup: Cleanup) {
  let spans = 0
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request.setEncoding("latin1")) body += chunk
    spans += body.split('"spanId"').length - 1
    response.setHeader("Content-Type", "application/json").end("{}")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, count: () => spans }
}
