import { createHash } from "node:crypto"
import pg, { type ClientBase } from "pg"
import { connectSession, hostsOf } from "@/lib/database-hosts.mjs"
import {
  CONNECT_TIMEOUT,
  isReadOnly,
  isStatementLost,
  isUnconnected,
  READ_TIMEOUT,
  SettingsError,
} from "@/lib/db/errors"
import { env } from "@/lib/env"
import { log, requests } from "@/lib/telemetry/logger"
import { signals } from "@/lib/telemetry/signals"

/** Idle time before keep-alive probes, which detect a vanished server within half a minute. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** The server ends the transaction of a process that has stalled: others wait for its locks no longer than this. */
export const MAX_IDLE_MS = 10_000

/** A connection that was idle for longer is tested before use. */
const MAX_UNTESTED_IDLE_MS = 100

/** Longest wait for the server to confirm the end of a connection. */
const CLOSE_TIMEOUT_MS = 1_000

const STATEMENT_LOST =
  "DATABASE_URL's pooler loses prepared statements: PgBouncer needs 1.21 or newer with max_prepared_statements, else set DATABASE_PREPARED=off"

const said = new Set<string>()

function sayOnce(line: string) {
  if (said.has(line)) return
  said.add(line)
  requests.exit(() => log.error(line))
}

export type ClientOptions = pg.ClientConfig & {
  /** Limit of a query, in the client. */
  queryTimeoutMs: number
}

/**
 * A connection that closes when a query gets no answer in time: queued queries fail at once, and the connection is not
 * used again. Nor is one of a server that takes no writes any more, which after a failover is no longer the primary.
 */
export class DatabaseClient extends pg.Client {
  isLost = false
  /** Called once, with a time: connections that have not answered since are lost too. */
  onLoss = (_since: number) => {}
  readonly #queryTimeoutMs: number

  constructor({ queryTimeoutMs, ...config }: ClientOptions) {
    super({
      ...config,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    })
    this.#queryTimeoutMs = queryTimeoutMs
    // A lost connection shows in its next query; without a listener it would end the process.
    this.on("error", () => {})
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => this.#watch(query, args)) as pg.Client["query"]
  }

  #watch(query: (...args: unknown[]) => unknown, args: unknown[]) {
    const callback = args.at(-1)
    if (typeof callback === "function") {
      const settle = (error: unknown, result: unknown) => {
        this.#note(error)
        callback(error, result)
      }
      return query(...args.slice(0, -1), settle)
    }
    const result = query(...args)
    if (result instanceof Promise) result.catch((error: unknown) => this.#note(error))
    return result
  }

  #note(error: unknown) {
    if (isStatementLost(error)) sayOnce(STATEMENT_LOST)
    const isSilent = error instanceof Error && error.message === READ_TIMEOUT
    if (this.isLost || !(isSilent || isReadOnly(error))) return
    this.isLost = true
    if (isSilent) this.connection.stream.destroy()
    this.onLoss(performance.now() - (isSilent ? this.#queryTimeoutMs : 0))
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void) {
    const timer = setTimeout(() => this.destroy(), CLOSE_TIMEOUT_MS).unref()
    this.once("end", () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  /** Closes the socket without a message to the server. */
  destroy() {
    this.connection.stream.destroy()
  }
}

type DirectOptions = Omit<ClientOptions, "connectionString"> & { connectionString?: string }

/** Opens a connection past any pooler, for what belongs to one session: locks, notices, long work. */
export const connectDirect = ({
  connectionString = env().DATABASE_DIRECT_URL,
  ...options
}: DirectOptions): Promise<DatabaseClient> =>
  connectSession(
    connectionString,
    (address) => new DatabaseClient({ ...options, connectionString: address }),
  )

export type PoolOptions = {
  max: number
  /** The server cancels statements that take longer; default: DATABASE_TIMEOUT_MS. */
  statementTimeoutMs?: number
  /** Basis of the limits of connecting and waiting; default: DATABASE_TIMEOUT_MS. */
  timeoutMs?: number
  connectionString?: string
}

/** A pool that bounds the time until its callers get a result or an error. */
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
type OpenCallback = (error: Error | null, client?: pg.Client) => void

/** Sessions of a pooler are shared: what one request sets there, another one has. */
function isPooled(connectionString: string): boolean {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env()
  return DATABASE_URL !== DATABASE_DIRECT_URL && connectionString !== DATABASE_DIRECT_URL
}

/** The server's own value of transaction_read_only. */
type Session = { readOnly: string }

const READ_ONLY = `current_setting('transaction_read_only') as "readOnly"`

/**
 * Sets the time limits on a session of this process, and UTC, as Prisma writes and reads times without an offset. Not as
 * startup parameters, which poolers refuse.
 */
async function applySettings(client: ClientBase, timeoutMs: number): Promise<string> {
  const { rows } = await client.query<Session>(
    `select set_config('statement_timeout', '${timeoutMs}', false),
      set_config('idle_in_transaction_session_timeout', '${MAX_IDLE_MS}', false),
      set_config('TimeZone', 'UTC', false), ${READ_ONLY}`,
  )
  return rows[0]?.readOnly ?? "on"
}

type SharedSession = Session & { zone: string; timeoutMs: number; target: string }

const UTC = /^(?:Etc\/)?(?:UTC|GMT|UCT|Universal|Zulu)$/i

/** Refuses a pooler's session whose role does not bring these settings, with the statements that help. */
async function checkSettings(client: ClientBase): Promise<string> {
  const limitMs = env().DATABASE_TIMEOUT_MS
  const { rows } = await client.query<SharedSession>(
    `select current_setting('TimeZone') as zone,
      (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int8::float8 as "timeoutMs",
      format('%I in database %I', current_user, current_database()) as target, ${READ_ONLY}`,
  )
  const [session] = rows
  if (!session) throw new Error("The database answers no settings")
  const missing = [
    ...(UTC.test(session.zone) ? [] : ["TimeZone = 'UTC'"]),
    ...(session.timeoutMs > 0 && session.timeoutMs <= limitMs
      ? []
      : [`statement_timeout = ${limitMs}`]),
  ]
  if (missing.length > 0) {
    const statements = missing.map((setting) => `alter role ${session.target} set ${setting};`)
    throw new SettingsError(
      `Sessions of DATABASE_URL's pooler lack settings; run this in PostgreSQL, then RECONNECT in PgBouncer: ${statements.join(" ")}`,
    )
  }
  return session.readOnly
}

/**
 * Tests idle connections before use. When one does not answer, every connection that last answered before it is
 * replaced without a test.
 */
class BoundedPool extends pg.Pool {
  /** When each connection last answered. New ones have no entry. */
  readonly #answeredAt = new WeakMap<pg.PoolClient, number>()
  /** How many hosts a connection is tried at. */
  readonly #hosts: number
  /** Connections that last answered before this time are not used again. */
  #silentSince = Number.NEGATIVE_INFINITY
  /** When any connection last answered. */
  #lastAnswerAt = Number.NEGATIVE_INFINITY
  /** A wait failed and no connection has answered since. */
  #isAway = false
  readonly #timeoutMs: number

  constructor({ timeoutMs, statementTimeoutMs, connectionString, max }: Options) {
    const hosts = hostsOf(connectionString)
    const prepare = isPooled(connectionString) ? checkSettings : applySettings
    super({
      max,
      // Hanging attempts must not occupy the pool.
      connectionTimeoutMillis: timeoutMs / Math.max(2, hosts.urls.length),
      Client: class extends DatabaseClient {
        readonly #address: string

        constructor(config?: pg.ClientConfig) {
          const connectionString = hosts.current
          // Longer than the server's limit: a reachable server cancels the statement, and the connection stays usable.
          super({ ...config, connectionString, queryTimeoutMs: statementTimeoutMs * 1.05 })
          this.#address = connectionString
        }

        override connect(): Promise<pg.Client>
        override connect(callback: OpenCallback): void
        override connect(callback?: OpenCallback): Promise<pg.Client> | undefined {
          const client = this.#open()
          if (!callback) return client
          client.then((opened) => callback(null, opened), callback)
        }

        async #open() {
          try {
            await super.connect()
            hosts.check(await prepare(this, Math.round(statementTimeoutMs)))
            return this
          } catch (error) {
            hosts.skip(this.#address)
            this.end().catch(() => {})
            if (error instanceof SettingsError) sayOnce(error.message)
            throw error
          }
        }
      },
    })
    this.#timeoutMs = timeoutMs
    this.#hosts = hosts.urls.length
    // The next query replaces an idle connection that the server closed.
    this.on("error", ({ message }) =>
      requests.exit(() => log.error(`Database connection lost: ${message}`)),
    )
    this.on("connect", (client) => {
      this.#noteAnswer()
      if (client instanceof DatabaseClient) {
        client.onLoss = (since) => this.#noteSilence(since)
      }
    })
    this.on("release", (error, client) => {
      if (error) return
      this.#answeredAt.set(client, performance.now())
      this.#noteAnswer()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const patienceMs = this.#timeoutMs * (this.#isAway ? 0.5 : 1.125)
    const connection = this.#inTime(patienceMs, this.#checkout(performance.now() + patienceMs))
    if (!callback) return connection
    connection.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  /** Rejects after `patienceMs`; a connection that arrives later is released. */
  #inTime(patienceMs: number, checkout: Promise<pg.PoolClient>) {
    const startedAt = performance.now()
    return new Promise<pg.PoolClient>((resolve, reject) => {
      let isLate = false
      const fail = (error: unknown) => {
        if (!isLate) signals.emit("connection", performance.now() - startedAt, false)
        isLate = true
        clearTimeout(timer)
        // If other connections got answers meanwhile, the pool is busy and the database is reachable.
        if (this.#lastAnswerAt < startedAt) this.#isAway = true
        reject(error)
      }
      const timer = setTimeout(() => fail(new Error(CONNECT_TIMEOUT)), patienceMs)
      checkout.then((client) => {
        clearTimeout(timer)
        if (isLate) return client.release()
        signals.emit("connection", performance.now() - startedAt, true)
        resolve(client)
      }, fail)
    })
  }

  async #checkout(deadline: number): Promise<pg.PoolClient> {
    for (let others = this.#hosts - 1; ; others--) {
      const client = await super.connect().catch((error: Error) => {
        if (performance.now() < deadline && (others > 0 || isUnconnected(error))) return null
        throw error
      })
      if (!client) continue
      if (await this.#answers(client)) return client
      if (client instanceof DatabaseClient) client.destroy()
      client.release(true)
    }
  }

  async #answers(client: pg.PoolClient): Promise<boolean> {
    const answeredAt = this.#answeredAt.get(client)
    if (answeredAt === undefined) return true
    const now = performance.now()
    const isLost = client instanceof DatabaseClient && client.isLost
    if (isLost || answeredAt < this.#silentSince) return false
    if (now - answeredAt < MAX_UNTESTED_IDLE_MS) return true
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

const planNames = new Map<string, string>()

/** The name of a prepared statement: PostgreSQL plans it once for each connection. */
export function planNameOf(text: string): string {
  const cached = planNames.get(text)
  if (cached) return cached
  const name = createHash("sha1").update(text).digest("hex")
  planNames.set(text, name)
  return name
}

/** The same for requests; none where their pooler keeps no prepared statements. */
export const requestPlanName = (text: string): string | undefined =>
  env().DATABASE_PREPARED ? planNameOf(text) : undefined

/** A kept plan takes a list for ten elements: it would read thousands one by one, but reads these well. */
const SHORT_LIST = 32

export const isShortList = (length: number): boolean => length <= SHORT_LIST
