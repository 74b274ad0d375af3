import { processSingleton } from "@/lib/async/process-singleton"
import type { DatabaseClient } from "@/lib/db/pool"
import { connectLockHolder } from "@/lib/db/session-lock"
import { env } from "@/lib/env"
import { MAX_STREAMS } from "@/lib/stream-log/constants"

/** First key of the advisory locks of places. */
const PLACE_LOCKS = 7_320_032

/** A process that is silent for so long has stalled: the database ends its session, which frees its places. */
const STALLED_MS = 20_000
/** Pause between two statements that show that the process lives. */
const BEAT_MS = 5_000

/** Places of one process: PostgreSQL keeps all locks in a table of fixed size, and fails everybody when it is full. */
export const MAX_PLACES = 1_000

/** The connection stays this long after the last stream. */
const IDLE_MS = 60_000

/** The first free place. A session could take its own locks again, so its own places are excluded by name. */
const TAKE = `select slot from generate_series(0, $1::int - 1) slot
  where case when slot = any($2::int[]) then false
    else pg_try_advisory_lock($3, hashtext($4 || ':' || slot)) end
  limit 1`
/** Returns those that are not free. */
const RETAKE = `select place from unnest($2::text[]) place
  where not pg_try_advisory_lock($1, hashtext(place))`
const GIVE_BACK = "select pg_advisory_unlock($1, hashtext($2))"

export type StreamPlace = {
  release: () => void
  /** Whether another process may have it, as this one had stalled. */
  isLost: () => boolean
}

/**
 * Places of wallets for open streams. Each is a lock that a connection of this process holds: they count for all
 * processes, and those of a dead process are free at once.
 */
class Places {
  /** By wallet and slot. */
  readonly #taken = new Map<string, StreamPlace>()
  /** Those that the session does not hold: the one before it was lost. */
  #unheld = new Set<string>()
  /** Until then the session before may hold them. */
  #retakeUntil = 0
  #client: DatabaseClient | undefined
  /** One at a time, as they share the connection. */
  #last: Promise<unknown> = Promise.resolve()
  #beatTimer: NodeJS.Timeout | undefined
  #usedAt = 0

  /** Takes a place; who has no more of them, when there is none. */
  take(wallet: string): Promise<StreamPlace | "wallet" | "process"> {
    return this.#inTurn(async () => {
      if (this.#taken.size >= MAX_PLACES) return "process"
      this.#usedAt = performance.now()
      this.#scheduleBeat()
      const client = await this.#connect()
      const own = Array.from({ length: MAX_STREAMS }, (_, slot) => slot).filter((slot) =>
        this.#taken.has(`${wallet}:${slot}`),
      )
      const values = [MAX_STREAMS, own, PLACE_LOCKS, wallet]
      const { rows } = await client.query<{ slot: number }>(TAKE, values)
      const slot = rows[0]?.slot
      return slot === undefined ? "wallet" : this.#add(`${wallet}:${slot}`)
    })
  }

  #add(name: string): StreamPlace {
    const place: StreamPlace = {
      release: () => this.#giveBack(name, place),
      isLost: () => this.#taken.get(name) !== place,
    }
    this.#taken.set(name, place)
    return place
  }

  #giveBack(name: string, place: StreamPlace) {
    this.#inTurn(async () => {
      if (this.#taken.get(name) !== place) return
      this.#usedAt = performance.now()
      this.#taken.delete(name)
      this.#unheld.delete(name)
      await this.#client?.query(GIVE_BACK, [PLACE_LOCKS, name])
    }).catch(
      // The lock is gone with its connection.
      () => {},
    )
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {
      // Nobody knows what the session holds.
      this.#client?.destroy()
      this.#client = undefined
    })
    return turn
  }

  async #connect(): Promise<DatabaseClient> {
    if (this.#client) return this.#client
    const client = await connectLockHolder({
      queryTimeoutMs: env().DATABASE_TIMEOUT_MS,
      stalledMs: STALLED_MS,
    })
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on("end", forget).on("error", forget)
    this.#client = client
    this.#unheld = new Set(this.#taken.keys())
    this.#retakeUntil = performance.now() + STALLED_MS
    await this.#retake(client)
    return client
  }

  /** Takes what the session before held. What is not free when that one has surely ended, another process has. */
  async #retake(client: DatabaseClient) {
    const values = [PLACE_LOCKS, [...this.#unheld]]
    const { rows } = await client.query<{ place: string }>(RETAKE, values)
    this.#unheld = new Set(rows.map(({ place }) => place))
    if (performance.now() < this.#retakeUntil) return
    for (const name of this.#unheld) this.#taken.delete(name)
    this.#unheld.clear()
  }

  #scheduleBeat() {
    this.#beatTimer ??= setTimeout(() => this.#beat(), BEAT_MS).unref()
  }

  #beat() {
    this.#inTurn(async () => {
      this.#beatTimer = undefined
      if (this.#taken.size > 0 || performance.now() < this.#usedAt + IDLE_MS) {
        this.#scheduleBeat()
        await this.#retake(await this.#connect())
      } else await this.#client?.end()
    }).catch(
      // The database is away; the next one connects again.
      () => {},
    )
  }
}

/** One per process: route files are bundled apart. */
export const getPlaces = () => processSingleton("stream-places", () => new Places())
