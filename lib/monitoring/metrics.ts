import { createServer, type Server } from "node:http"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { loadReplicas } from "@/lib/api/read-position"
import { pool, writers } from "@/lib/db/client"
import { checkHealth } from "@/lib/health/service"
import { RETRY_SECONDS } from "@/lib/http/errors"
import { log, type Program } from "@/lib/telemetry/logger"
import { type Exchange, onExchange, STREAMS, uncounted } from "@/lib/telemetry/requests"
import { signals } from "@/lib/telemetry/signals"

/** From an answer of the cache to one that takes as long as any may. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Others are counted as one: a client may send any. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** All that a program measures of itself: no label has more values than there are routes. */
export function createMetrics(program: Program) {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  collectDefaultMetrics({ register: registry })
  countRequests(registry)
  countSignals(registry)
  measureConnections(registry)
  return { registry, refresh: measureHealth(registry) }
}

function countRequests(registry: Registry) {
  const registers = [registry]
  const total = new Counter({
    ...{ name: "atoll_http_requests_total", help: "Requests that have ended", registers },
    labelNames: ["method", "route", "status"],
  })
  const seconds = new Histogram({
    ...{ name: "atoll_http_request_duration_seconds", help: "Until the last byte was sent" },
    ...{ labelNames: ["method", "route"], buckets: SECONDS, registers },
  })
  const bytes = new Counter({
    ...{ name: "atoll_http_response_bytes_total", help: "Sent, with heads", registers },
    labelNames: ["route"],
  })
  onExchange(({ method, route, status, ms, bytes: sent, isAborted }: Exchange) => {
    const verb = METHODS.has(method) ? method : "other"
    total.inc({ method: verb, route, status: isAborted ? "aborted" : status })
    bytes.inc({ route }, sent)
    if (!isAborted && !STREAMS.has(route)) seconds.observe({ method: verb, route }, ms / 1_000)
  })
}

function countSignals(registry: Registry) {
  const registers = [registry]
  const limits = new Counter({
    ...{ name: "atoll_rate_limit_requests_total", help: "Requests by limit and what it says" },
    ...{ labelNames: ["policy", "result"], registers },
  })
  signals.on("limit", (policy, isAllowed) =>
    limits.inc({ policy, result: isAllowed ? "allowed" : "refused" }),
  )
  const caches = new Counter({
    ...{ name: "atoll_cache_requests_total", help: "Looks into a cache of this process" },
    ...{ labelNames: ["cache", "result"], registers },
  })
  signals.on("cache", (cache, isHit) => caches.inc({ cache, result: isHit ? "hit" : "miss" }))
  const queues = new Gauge({
    ...{ name: "atoll_queue_waiting", help: "What waits for its turn", registers },
    labelNames: ["queue"],
  })
  for (const queue of ["rendering", "writing"]) queues.set({ queue }, 0)
  signals.on("queue", (queue, waiting) => queues.set({ queue }, waiting))
  const streams = new Gauge({
    ...{ name: "atoll_streams_open", help: "Streams that clients hold open", registers },
    labelNames: ["kind"],
  })
  for (const kind of ["api", "page"]) streams.set({ kind }, 0)
  signals.on("stream", (kind, change) => streams.inc({ kind }, change))
  const jobs = new Counter({
    ...{ name: "atoll_job_runs_total", help: "Runs of daily jobs in this process", registers },
    labelNames: ["daily_job", "result"],
  })
  signals.on("job", (name, result) => jobs.inc({ daily_job: name, result }))
  const incomplete = new Counter({
    ...{ name: "atoll_node_incomplete_answers_total", help: "Answers that lack logs", registers },
  })
  signals.on("incomplete", () => incomplete.inc())
}

function measureConnections(registry: Registry) {
  const registers = [registry]
  const waits = new Histogram({
    name: "atoll_database_connection_wait_seconds",
    help: "What callers wait for a connection",
    ...{ buckets: SECONDS, registers },
  })
  const failures = new Counter({
    ...{ name: "atoll_database_connection_failures_total", help: "Waits in vain", registers },
  })
  signals.on("connection", (ms, isTaken) => {
    waits.observe(ms / 1_000)
    if (!isTaken) failures.inc()
  })
  new Gauge({
    ...{ name: "atoll_database_connections", help: "Connections of each pool", registers },
    labelNames: ["pool", "state"],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of listPools()) {
        this.set({ pool: name, state: "used" }, totalCount - idleCount)
        this.set({ pool: name, state: "idle" }, idleCount)
        this.set({ pool: name, state: "waiting" }, waitingCount)
      }
    },
  })
}

const listPools = () => [["requests", pool()] as const, ["writers", writers()] as const]

/** What /api/health answers, from one check for each collection: it bounds its own time. */
function measureHealth(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `atoll_${name}`, help, labelNames, registers: [registry] })
  const info = gauge("build_info", "The running version", ["version"])
  const databaseUp = gauge("database_up", "1 while the database answers")
  const nodeUp = gauge("node_up", "1 while the node answers, and for the right chain")
  const indexOk = gauge("index_ok", "1 while the index is current and not stuck")
  const block = gauge("index_block", "Highest block that is indexed")
  const lagBlocks = gauge("index_lag_blocks", "Blocks between the index and the node's head")
  const lagSeconds = gauge("index_lag_seconds", "Chain time between the two")
  const unreadable = gauge("index_unreadable_logs", "Logs that were left out")
  const storeAway = gauge("rate_limit_store_away", "1 while each process counts for itself")
  const keeperOk = gauge("keeper_ok", "1 while a keeper runs and its rounds succeed")
  // `job` is a label of Prometheus's own.
  const jobOk = gauge("job_ok", "0 after the newest run has failed", ["daily_job"])
  const jobEnd = gauge("job_last_success_timestamp_seconds", "End of the newest run", ["daily_job"])
  const replicaOk = gauge("replica_ok", "1 while this process reads from it", ["replica"])
  const replicaLag = gauge("replica_lag_seconds", "How far it is behind", ["replica"])
  return async () => {
    const [{ version, checks }, replicas] = await Promise.all([checkHealth(), loadReplicas()])
    const { db, rpc, index, keeper, jobs, limits } = checks
    info.set({ version }, 1)
    databaseUp.set(+db.ok)
    nodeUp.set(+rpc.ok)
    storeAway.set(+!limits.ok)
    for (const each of [replicaOk, replicaLag]) each.reset()
    for (const { name: replica, reason, lagMs } of replicas?.all ?? []) {
      replicaOk.set({ replica }, +(reason === null))
      if (lagMs !== null) replicaLag.set({ replica }, lagMs / 1_000)
    }
    // While the database is away nothing is known of the rest: no value is better than the former one.
    for (const each of [indexOk, block, lagBlocks, lagSeconds, unreadable, keeperOk]) each.remove()
    for (const each of [jobOk, jobEnd]) each.reset()
    if (!db.ok) return
    indexOk.set(+index.ok)
    for (const [each, value] of [
      [block, index.indexedBlock],
      [lagBlocks, index.lagBlocks],
      [lagSeconds, index.lagSeconds],
      [unreadable, index.unreadableLogs],
    ] as const) {
      if (value !== null) each.set(value)
    }
    if (keeper) keeperOk.set(+keeper.ok)
    for (const { name: daily_job, ok, finishedAt } of jobs) {
      jobOk.set({ daily_job }, +ok)
      if (finishedAt) jobEnd.set({ daily_job }, finishedAt.getTime() / 1_000)
    }
  }
}

type Address = { program: Program; port: number; host: string }

/** Answers /metrics on a port of its own, which balancers do not lead to. */
export function serveMetrics({ program, port, host }: Address): Server {
  const { registry, refresh } = createMetrics(program)
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end()
      return
    }
    try {
      await refresh()
      const text = await registry.metrics()
      response.writeHead(200, { "Content-Type": registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, "Metrics could not be read")
      response.writeHead(500, { "Retry-After": `${RETRY_SECONDS}` }).end()
    }
  })
  uncounted.add(server)
  // A program works without being measured.
  server.on("error", (error) => log.error(`No metrics at ${host}:${port}: ${error.message}`))
  server.listen(port, host)
  return server.unref()
}
