import pg from "pg"
import { env } from "@/lib/env"

/** Keep-alive probes begin after this long without traffic, so that a vanished server is noticed within half a minute. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** A pooled connection that was unused for this long is asked whether it still answers. */
const TRUSTED_MS = 100

/** A server that has vanished does not confirm the end of a connection. */
const GOODBYE_MS = 1_000

/** What the driver says of these; `isDatabaseAway` knows both. */
const READ_TIMEOUT = "Query read timeout"
const CONNECT_TIMEOUT = "timeout exceeded when trying to connect"
const TIMED_OUT = new RegExp(`^(${CONNECT_TIMEOUT}|Connection terminated due to|timeout expired)`)

export type ClientOptions = pg.ClientConfig & {
  /** How long an answer to a query is waited for. */
  queryTimeoutMs: number
}

/**
 * A connection that is closed when an answer does not come in time: whatever waits behind the query
 * fails at once, and the connection is never used again.
 */
export class DatabaseClient extends pg.Client {
  isSilent = false
  /** Called once when an answer did not come. */
  onSilence = () => {}

  constructor({ queryTimeoutMs, ...config }: ClientOptions) {
    super({
      ...config,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    })
    // A lost connection shows in its next query; without a listener it would end the process.
    this.on("error", () => {})
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => this.#watch(query, args)) as pg.Client["query"]
  }

  #watch(query: (...args: unknown[]) => unknown, args: unknown[]) {
    const callback = args.at(-1)
    if (typeof callback === "function") {
      const told = (error: unknown, result: unknown) => {
        this.#note(error)
        callback(error, result)
      }
      return query(...args.slice(0, -1), told)
    }
    const result = query(...args)
    if (result instanceof Promise) result.catch((error: unknown) => this.#note(error))
    return result
  }

  #note(error: unknown) {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT || this.isSilent) return
    this.isSilent = true
    this.connection.stream.destroy()
    this.onSilence()
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void) {
    const timer = setTimeout(() => this.destroy(), GOODBYE_MS).unref()
    this.once("end", () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  /** Closes the socket without a goodbye, which a vanished server would never answer. */
  destroy() {
    this.connection.stream.destroy()
  }
}

export type PoolOptions = {
  max: number
  /** The server cancels statements that take longer; default: DATABASE_TIMEOUT_MS. */
  statementTimeoutMs?: number
  /** What waiting for a connection is derived from; default: DATABASE_TIMEOUT_MS. */
  timeoutMs?: number
  connectionString?: string
}

/** A pool whose callers get an answer or an error in bounded time, whatever the network does. */
export function createPool({
  max,
  timeoutMs = env().DATABASE_TIMEOUT_MS,
  statementTimeoutMs = timeoutMs,
  connectionString = env().DATABASE_URL,
}: PoolOptions): pg.Pool {
  return new BoundedPool({ connectionString, max, timeoutMs, statementTimeoutMs })
}

type Options = Required<PoolOptions>
type Callback = Parameters<pg.Pool["connect"]>[0]

/**
 * Hands out connections that answer. When one falls silent, those that were not heard from since are
 * replaced instead of being tried one after the other.
 */
class BoundedPool extends pg.Pool {
  /** When each connection last answered. New ones have no entry. */
  readonly #heardAt = new WeakMap<pg.PoolClient, number>()
  /** Connections not heard from since are not used again. */
  #silentSince = Number.NEGATIVE_INFINITY
  /** When any connection last answered. */
  #lastAnswerAt = Number.NEGATIVE_INFINITY
  /** The database was waited for in vain, and has not answered since. */
  #isAway = false
  readonly #timeoutMs: number

  constructor({ timeoutMs, statementTimeoutMs, connectionString, max }: Options) {
    // A little more, so that a server that is there cancels the statement itself and the connection stays.
    const queryTimeoutMs = statementTimeoutMs * 1.05
    super({
      connectionString,
      max,
      // Attempts that hang must not keep the places of those that would succeed.
      connectionTimeoutMillis: timeoutMs / 2,
      Client: class extends DatabaseClient {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, queryTimeoutMs })
        }
      },
      // Not a startup parameter, which connection poolers refuse.
      onConnect: async (client) => {
        await client.query(`set statement_timeout = ${Math.round(statementTimeoutMs)}`)
      },
    })
    this.#timeoutMs = timeoutMs
    // An idle connection lost to a restarting server is replaced by the next query.
    this.on("error", (error) => console.error(`Database connection lost: ${error.message}`))
    this.on("connect", (client) => {
      this.#noteAnswer()
      if (client instanceof DatabaseClient) {
        client.onSilence = () => this.#noteSilence(performance.now() - queryTimeoutMs)
      }
    })
    this.on("release", (error, client) => {
      if (error) return
      this.#heardAt.set(client, performance.now())
      this.#noteAnswer()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const patienceMs = this.#timeoutMs * (this.#isAway ? 0.5 : 1.125)
    const found = this.#inTime(patienceMs, this.#checkout(performance.now() + patienceMs))
    if (!callback) return found
    found.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  /** Fails after a while, sooner while the database is away; a connection that comes later is put back. */
  #inTime(patienceMs: number, checkout: Promise<pg.PoolClient>) {
    const startedAt = performance.now()
    return new Promise<pg.PoolClient>((resolve, reject) => {
      let isLate = false
      const fail = (error: unknown) => {
        isLate = true
        clearTimeout(timer)
        // When others were answered meanwhile, the pool is busy and the database is there.
        if (this.#lastAnswerAt < startedAt) this.#isAway = true
        reject(error)
      }
      const timer = setTimeout(() => fail(new Error(CONNECT_TIMEOUT)), patienceMs)
      checkout.then((client) => {
        clearTimeout(timer)
        if (isLate) client.release()
        else resolve(client)
      }, fail)
    })
  }

  async #checkout(deadline: number): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect().catch((error: Error) => {
        if (performance.now() < deadline && TIMED_OUT.test(error.message)) return null
        throw error
      })
      if (!client) continue
      if (await this.#answers(client)) return client
      if (client instanceof DatabaseClient) client.destroy()
      client.release(true)
    }
  }

  async #answers(client: pg.PoolClient): Promise<boolean> {
    const heardAt = this.#heardAt.get(client)
    if (heardAt === undefined) return true
    const now = performance.now()
    const isSilent = client instanceof DatabaseClient && client.isSilent
    if (isSilent || heardAt < this.#silentSince) return false
    if (now - heardAt < TRUSTED_MS) return true
    try {
      const probe = { text: "select 1", query_timeout: this.#timeoutMs / 4 }
      await client.query(probe)
      this.#noteAnswer()
      return true
    } catch {
      this.#noteSilence(now)
      return false
    }
  }

  #noteAnswer() {
    this.#lastAnswerAt = performance.now()
    this.#isAway = false
  }

  #noteSilence(since: number) {
    this.#silentSince = Math.max(this.#silentSince, since)
    this.#isAway = true
  }
}
