// The web processes of a server, which share its port: started, replaced when one dies, exchanged for new ones on
// SIGHUP, ended. This one accepts the connections and hands them out; the workers answer.
import cluster from "node:cluster"
import { once } from "node:events"
import { Server } from "node:net"
import { availableParallelism } from "node:os"
import { setTimeout as wait } from "node:timers/promises"

/** A worker that is stopped has this long to answer the requests it has received. */
const STOP_MS = 25_000
/** Added to the time of an idle connection, for the requests that have arrived. */
const DRAIN_MS = 45_000
/** Between the death of a worker and its replacement, at first and at most. */
const PAUSE_MS = 200
const MAX_PAUSE_MS = 30_000
/** After this long a worker counts as healthy, and the pauses start over. */
const HEALTHY_MS = 60_000

/** @typedef {Record<string, string | undefined>} Variables */

/** As in lib/env.ts. */
const KEEP_ALIVE_SECONDS_DEFAULT = 75

/** Database connections for requests, of all workers together; each gets at least this many. */
const CONNECTIONS = 40
const MIN_CONNECTIONS = 3
const MAX_CONNECTIONS = 10

/**
 * The number of workers: `WEB_CONCURRENCY`, else one for each core except the follower's.
 * @param {Variables} variables
 */
export function countWorkers({ WEB_CONCURRENCY, INDEX_FOLLOWER }, cores = availableParallelism()) {
  if (!WEB_CONCURRENCY) return Math.max(1, INDEX_FOLLOWER === "off" ? cores : cores - 1)
  const count = Number(WEB_CONCURRENCY)
  if (Number.isInteger(count) && count > 0) return count
  throw new Error("WEB_CONCURRENCY must be a whole number from 1")
}

/**
 * How long a replaced worker may take to end: the lifetime of an idle connection, and time for a last request.
 * @param {Variables} variables
 */
export const drainTime = ({ KEEP_ALIVE_SECONDS }) =>
  (Number(KEEP_ALIVE_SECONDS) || KEEP_ALIVE_SECONDS_DEFAULT) * 1_000 + DRAIN_MS

/**
 * Variables of each worker besides those of this process.
 * @param {Variables} variables
 * @param {number} count
 */
export function workerVariables({ DATABASE_POOL }, count) {
  const connections = Math.max(MIN_CONNECTIONS, Math.floor(CONNECTIONS / count))
  return {
    WEB_CONCURRENCY: `${count}`,
    DATABASE_POOL: DATABASE_POOL || `${Math.min(MAX_CONNECTIONS, connections)}`,
  }
}

/** @typedef {import("node:cluster").Worker} Worker */

/** Starts the workers, and ends the process with them. */
export class WebWorkers {
  /**
   * Workers that receive new connections; the others are ending.
   * @type {Set<Worker>}
   */
  #current = new Set()
  /** @type {WeakSet<Worker>} */
  #listening = new WeakSet()
  #isEnding = false
  /** @type {Promise<void> | undefined} */
  #exchange
  #pauseMs = PAUSE_MS
  #count
  #variables
  #drainMs
  #onStart

  /** @param {{ count: number, variables: Record<string, string>, drainMs: number, onStart: (worker: Worker) => void }} options */
  constructor({ count, variables, drainMs, onStart }) {
    this.#count = count
    this.#variables = variables
    this.#drainMs = drainMs
    this.#onStart = onStart
  }

  /** Starts all; where one fails, the process ends. */
  async run() {
    process.on("SIGHUP", () => this.restart())
    process.on("SIGINT", () => this.stop(130))
    process.on("SIGTERM", () => this.stop(143))
    try {
      this.#use(await this.#startAll())
    } catch (error) {
      console.error(`${error}`)
      if (!this.#isEnding) process.exit(1)
    }
  }

  /** New workers replace the old ones; if one of them fails, the old ones stay. */
  restart() {
    const before = this.#exchange ?? Promise.resolve()
    this.#exchange = before.then(() => this.#exchangeAll())
    return this.#exchange
  }

  async #exchangeAll() {
    if (this.#isEnding) return
    const old = [...this.#current]
    try {
      this.#use(await this.#startAll())
    } catch (error) {
      if (!this.#isEnding) console.error(`The web processes stay as they are: ${error}`)
      return
    }
    console.log("New web processes have taken over")
    for (const worker of old) end(worker, "drain", this.#drainMs)
  }

  /** @param {number} code */
  async stop(code) {
    if (this.#isEnding) return
    this.#isEnding = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map((worker) => end(worker, "stop", this.#listening.has(worker) ? STOP_MS : 0)),
    )
    process.exit(code)
  }

  /** @param {readonly Worker[]} workers */
  #use(workers) {
    this.#current = new Set(workers)
    for (const worker of workers) if (worker.isDead()) this.#handleExit(worker, 0)
  }

  /** All or none. */
  async #startAll() {
    const results = await Promise.allSettled(
      Array.from({ length: this.#count }, () => this.#start()),
    )
    const started = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []))
    const failure = results.find((result) => result.status === "rejected")
    if (!failure) return started
    for (const worker of started) end(worker, "stop", STOP_MS)
    throw failure.reason
  }

  /** A worker that listens. */
  async #start() {
    const startedAt = performance.now()
    const worker = cluster.fork(this.#variables)
    const ended = new AbortController()
    this.#onStart(worker)
    // Errors of sending to a worker that is just ending.
    worker.on("error", () => {})
    worker.once("exit", () => {
      ended.abort()
      this.#handleExit(worker, startedAt)
    })
    await once(worker, "listening", { signal: ended.signal }).catch(() => {
      throw new Error("A web process ended while it started")
    })
    this.#listening.add(worker)
    return worker
  }

  /**
   * @param {Worker} worker
   * @param {number} startedAt
   */
  #handleExit(worker, startedAt) {
    if (!this.#current.delete(worker) || this.#isEnding) return
    if (performance.now() - startedAt > HEALTHY_MS) this.#pauseMs = PAUSE_MS
    this.#replace()
  }

  async #replace() {
    console.error(`A web process has ended; another one starts in ${this.#pauseMs / 1_000} s`)
    await wait(this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS)
    if (this.#isEnding || this.#current.size >= this.#count) return
    const worker = await this.#start().catch(() => undefined)
    if (!worker) await this.#replace()
    else if (this.#current.size < this.#count) this.#current.add(worker)
    else end(worker, "drain", this.#drainMs)
  }
}

/**
 * Has a worker end by itself, or ends it when it takes too long.
 * @param {Worker} worker
 * @param {"stop" | "drain"} how
 * @param {number} graceMs
 */
async function end(worker, how, graceMs) {
  if (worker.isDead()) return
  const exited = once(worker, "exit")
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), graceMs)
  if (worker.isConnected()) worker.send(how)
  await exited
  clearTimeout(timer)
}

/**
 * Ends a worker's server on a message, after the requests that have arrived. `stop` closes idle connections at once;
 * `drain` lets them time out, so that no request meets a closed one, and closes each after its next answer.
 * @param {import("node:http").Server} server
 * @param {{ closeStreams: () => void, close: () => Promise<void> }} app
 */
export function endWhenTold(server, { closeStreams, close }) {
  let isLeaving = false
  let isStopping = false
  const { sockets, busy } = watchConnections(server, (socket) => isStopping && socket.destroySoon())
  server.prependListener("request", (_request, response) => {
    if (isLeaving) response.setHeader("Connection", "close")
  })
  const leave = async () => {
    if (isLeaving) return
    isLeaving = true
    closeStreams()
    // The server's own `close` destroys connections that it considers idle, including those with unsent answers.
    await new Promise((resolve) => Server.prototype.close.call(server, resolve))
    await close()
    await giveBackConnections()
    process.exit(0)
  }
  const stop = () => {
    isStopping = true
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
    leave()
  }
  process.on("message", (message) => {
    if (message === "stop") stop()
    if (message === "drain") leave()
  })
  // A terminal signals all processes of its group.
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
}

/**
 * Connections that are on their way to this worker while its server closes go to another one: Node rejects them, once
 * it has read them. An ended worker rejects nothing, and their clients would wait for ever.
 */
async function giveBackConnections() {
  if (!cluster.worker?.isConnected()) return
  const disconnected = once(process, "disconnect")
  cluster.worker.disconnect()
  await disconnected
}

/**
 * The connections of a server, and those with a request in progress.
 * @param {import("node:http").Server} server
 * @param {(socket: import("node:net").Socket) => void} onUnused called for each connection whose request was answered
 */
function watchConnections(server, onUnused) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set()
  /** @type {Set<import("node:net").Socket>} */
  const busy = new Set()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.prependListener("request", ({ socket }, response) => {
    busy.add(socket)
    response.once("close", () => {
      busy.delete(socket)
      onUnused(socket)
    })
  })
  return { sockets, busy }
}
