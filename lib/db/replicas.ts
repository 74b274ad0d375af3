import type pg from "pg"
import { processSingleton } from "@/lib/async/process-singleton"
import { hostsOf } from "@/lib/database-hosts.mjs"
import { db, type Runner, readOn } from "@/lib/db/client"
import { isDatabaseUnavailable } from "@/lib/db/errors"
import { createPool } from "@/lib/db/pool"
import {
  covers,
  type Located,
  type Position,
  type StateRow,
  showsAll,
  stateColumns,
} from "@/lib/db/position"
import { keepPlans, statement } from "@/lib/db/statement"
import { pipelined, together } from "@/lib/db/together"
import { env } from "@/lib/env"
import { log } from "@/lib/telemetry/logger"

/**
 * Servers that follow the primary and answer reads (DATABASE_REPLICA_URL). One that lags, does not answer or is no
 * standby of this primary any more is left alone until a probe finds it in order.
 */

/** Pause between two probes, which say where primary and replicas are. */
const PROBE_MS = 500
const PROBE_TIMEOUT_MS = 1_000
/** What a process knew before it was halted for longer is no use to it. */
const MAX_PROBE_AGE_MS = 3_000

/** Nobody reads from a replica that is further behind. */
const MAX_LAG_MS = 5_000
/** Positions of the primary are remembered for so long. */
const MEMORY_MS = 600_000

const selectPlace = statement({}, () => db.selectNoFrom(stateColumns))

type ServerState = Position & Omit<StateRow, "lsn">

const toState = ({ lsn, ...place }: StateRow): ServerState => ({ ...place, lsn: BigInt(lsn) })

async function locate(client: Runner): Promise<ServerState> {
  const [row] = await selectPlace({}, client)
  if (!row) throw new Error("The place has no row")
  return toState(row)
}

/** Where the primary was, and when. */
class PrimaryLog {
  #entries: (ServerState & { at: number })[] = []
  /** When primary and replicas were last asked. */
  probedAt = Number.NEGATIVE_INFINITY

  add(place: ServerState) {
    const at = performance.now()
    // What another timeline had later is no lag in this one.
    const isOther = this.last && this.last.timeline !== place.timeline
    const kept = isOther ? [] : this.#entries.filter((entry) => at - entry.at < MEMORY_MS)
    this.#entries = [...kept, { ...place, at }]
  }

  get last() {
    return this.#entries.at(-1)
  }

  /** For how long the primary has been further; infinite where it was so for all that is remembered. */
  lagOf({ lsn }: Position): number {
    const reached = this.#entries.findLastIndex((entry) => entry.lsn <= lsn)
    if (reached < 0) return Number.POSITIVE_INFINITY
    const next = this.#entries[reached + 1]
    return next ? performance.now() - next.at : 0
  }
}

/** One replica, or several behind one address. */
export class Replica {
  readonly pool: pg.Pool
  readonly #probes: pg.Pool
  readonly #log: PrimaryLog
  /** Where each server was last seen. It is never further back again. */
  readonly #servers = new Map<string, ServerState>()
  /** Servers with a log that the primary does not have. */
  readonly #strange = new Set<string>()
  /** Why it is away. */
  #away: string | null = "has not been asked yet"
  readonly #waiting = new Set<(reason: Error) => void>()

  constructor(
    /** Its host and port. */
    readonly name: string,
    connectionString: string,
    log: PrimaryLog,
  ) {
    this.#log = log
    this.pool = createPool({ max: env().DATABASE_POOL, connectionString })
    this.pool.on("connect", keepPlans)
    keepPlans(this.pool)
    this.#probes = createPool({ max: 1, timeoutMs: PROBE_TIMEOUT_MS, connectionString })
  }

  /** Why nobody reads from it; null while it is read. */
  get reason(): string | null {
    if (this.#away !== null) return this.#away
    const reasons = [...this.#servers.values()].map((place) => this.#reasonAgainst(place))
    return reasons.includes(null) ? null : (reasons[0] ?? "has not been asked yet")
  }

  /** Of the server that is least behind; null while that is not known. */
  get lagMs(): number | null {
    if (this.#away !== null || this.#servers.size === 0) return null
    const lag = Math.min(...[...this.#servers.values()].map((place) => this.#log.lagOf(place)))
    return lag === Number.POSITIVE_INFINITY ? null : lag
  }

  /** Whether it has what was shown at that position, as far as is known without asking. */
  mayShow(shown: Position | null): boolean {
    if (this.#away !== null) return false
    return [...this.#servers.values()].some(
      (place) => this.#reasonAgainst(place) === null && (!shown || covers(place, shown)),
    )
  }

  /** Reads a row that carries its server's place (`stateColumns`), and learns from it. */
  async locate<R extends StateRow>(read: (client: Runner) => Promise<R>): Promise<[R, Located]> {
    const before = new Map(this.#servers)
    const row = await this.#whileHere(read(this.pool))
    return [row, this.#learn(toState(row), before)]
  }

  /** Runs the work's reads in one snapshot of a server that has what was shown; null without such a server. */
  read<T>(shown: Position | null, work: (position: Position) => Promise<T>): Promise<T | null> {
    return this.#whileHere(this.#readInSnapshot(shown, work))
  }

  async #readInSnapshot<T>(shown: Position | null, work: (position: Position) => Promise<T>) {
    const snapshot = await this.open(shown)
    if (!snapshot) return null
    const { client, position } = snapshot
    try {
      const result = await readOn(client, () => pipelined(client, () => work(position)))
      // Nobody waits for it.
      void end(client)
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** A connection in such a snapshot, which the caller ends; null without such a server. */
  async open(
    shown: Position | null,
  ): Promise<{ client: pg.PoolClient; position: Position } | null> {
    const before = new Map(this.#servers)
    const client = await this.pool.connect()
    try {
      const [, place] = await together(client, () => [
        client.query("begin isolation level repeatable read, read only"),
        locate(client),
      ])
      const located = this.#learn(place, before)
      if (showsAll(located, shown)) return { client, position: located.position }
      void end(client)
      return null
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** After a failed read: nobody waits for a server that does not answer until a probe has found it. */
  fail(error: unknown) {
    if (isDatabaseUnavailable(error)) this.#leave(error)
  }

  #leave(error: unknown) {
    if (this.#away === null) {
      const detail = error instanceof Error ? error.message.trim() : error
      log.error(`Replica ${this.name} does not answer: ${detail}`)
    }
    // Everybody may read it, and the detail may name hosts.
    this.#away = "does not answer"
    this.#servers.clear()
    this.#strange.clear()
    for (const reject of this.#waiting) reject(new Error(`The replica ${this.#away}`))
  }

  /** Rejects as soon as the server is found to be away: the primary answers then. */
  #whileHere<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    })
  }

  #learn(place: ServerState, before: ReadonlyMap<string, ServerState>): Located {
    const current = this.#servers.get(place.server)
    // Of two statements at one time the later may answer first.
    const isNews = !current || !covers(current, place) || current.isStandby !== place.isStandby
    if (isNews) this.#servers.set(place.server, place)
    const least = before.get(place.server)
    return { position: place, least, isUsable: this.#reasonAgainst(place) === null }
  }

  #reasonAgainst(place: ServerState): string | null {
    const primary = this.#log.last
    if (!primary || performance.now() - this.#log.probedAt > MAX_PROBE_AGE_MS) {
      return "has not been compared with the primary"
    }
    if (!place.isStandby) return "is no standby"
    if (place.system !== primary.system) return "is of another cluster"
    if (place.timeline !== primary.timeline) return "follows another timeline"
    if (this.#strange.has(place.server)) return "is ahead of the primary"
    const lag = this.#log.lagOf(place)
    if (lag <= MAX_LAG_MS) return null
    return lag === Number.POSITIVE_INFINITY
      ? "has not reached the primary yet"
      : `is ${Math.round(lag / 1_000)} s behind`
  }

  /** Where the replica is. */
  async probe(): Promise<ServerState | null> {
    return locate(this.#probes).catch((error: unknown) => {
      this.#leave(error)
      return null
    })
  }

  /** Takes the answer of a probe, with the place where the primary was after it. */
  compare(place: ServerState, primary: ServerState | null) {
    // Of several behind one address, those that are gone.
    for (const [server, last] of this.#servers) {
      if (this.#log.lagOf(last) > MEMORY_MS / 2) this.#servers.delete(server)
    }
    if (primary && place.lsn > primary.lsn) this.#strange.add(place.server)
    else if (primary) this.#strange.delete(place.server)
    this.#learn(place, this.#servers)
    if (this.#away === null) return
    this.#away = null
    log.info(`Replica ${this.name} answers`)
  }

  async close() {
    await Promise.all([this.pool.end(), this.#probes.end()])
  }
}

async function end(client: pg.PoolClient) {
  await client.query("commit").then(
    () => client.release(),
    () => client.release(true),
  )
}

/** All replicas of this process, which it asks for their places again and again. */
export class Replicas {
  readonly all: readonly Replica[]
  readonly #log = new PrimaryLog()
  readonly #primary = createPool({ max: 1, timeoutMs: PROBE_TIMEOUT_MS })
  #turn = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string) {
    this.all = hostsOf(url).urls.map((each) => new Replica(new URL(each).host, each, this.#log))
    void this.#probe()
  }

  /** A replica that has what was shown, each in turn. */
  find(shown: Position | null): Replica | undefined {
    const able = this.all.filter((replica) => replica.mayShow(shown))
    this.#turn++
    return able[this.#turn % able.length]
  }

  async #probe() {
    const places = await Promise.all(this.all.map((replica) => replica.probe()))
    // Afterwards: one that is further than the primary then has another log.
    const primary = await locate(this.#primary).catch(() => null)
    const isPrimary = primary !== null && !primary.isStandby
    if (isPrimary) this.#log.add(primary)
    this.#log.probedAt = performance.now()
    for (const [n, replica] of this.all.entries()) {
      const place = places[n]
      if (place) replica.compare(place, isPrimary ? primary : null)
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#probe(), PROBE_MS).unref()
  }

  async close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#primary.end(), ...this.all.map((replica) => replica.close())])
  }
}

/** Opened on first use. */
export const openReplicas = (url: string): Replicas =>
  processSingleton("replicas", () => new Replicas(url))
