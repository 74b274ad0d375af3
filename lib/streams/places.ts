import { processSingleton } from "@/lib/async/process-singleton"
import type { DatabaseClient } from "@/lib/db/pool"
import { connectLockHolder } from "@/lib/db/session-lock"
import { env } from "@/lib/env"
import { MAX_STREAMS } from "@/lib/stream-log/constants"

/** First key of the advisory locks of places. */
const PLACE_LOCKS = 7_320_032

/** The connection stays this long after the last stream. */
const IDLE_MS = 60_000

/** The first free place. A session could take its own locks again, so its own places are excluded by name. */
const TAKE = `select slot from generate_series(0, $1::int - 1) slot
  where case when slot = any($2::int[]) then false
    else pg_try_advisory_lock($3, hashtext($4 || ':' || slot)) end
  limit 1`
const TAKE_AGAIN = `select pg_try_advisory_lock($1, hashtext(place)) from unnest($2::text[]) place`
const GIVE_BACK = "select pg_advisory_unlock($1, hashtext($2 || ':' || $3))"

/**
 * Places of wallets for open streams. Each is a lock that a connection of this process holds: they count for all
 * processes, and those of a dead process are free at once.
 */
class Places {
  readonly #slots = new Map<string, Set<number>>()
  #client: DatabaseClient | undefined
  /** One at a time, as they share the connection. */
  #last: Promise<unknown> = Promise.resolve()
  #idleTimer: NodeJS.Timeout | undefined

  /** Takes a place; returns a function that gives it back, or null when the wallet has no more. */
  take(wallet: string): Promise<(() => void) | null> {
    return this.#inTurn(async (client) => {
      const own = this.#slots.get(wallet) ?? new Set()
      const { rows } = await client.query<{ slot: number }>(TAKE, [
        ...[MAX_STREAMS, [...own], PLACE_LOCKS, wallet],
      ])
      const slot = rows[0]?.slot
      if (slot === undefined) return null
      this.#slots.set(wallet, own.add(slot))
      let isTaken = true
      return () => {
        if (isTaken) this.#giveBack(wallet, slot)
        isTaken = false
      }
    })
  }

  #giveBack(wallet: string, slot: number) {
    const own = this.#slots.get(wallet)
    own?.delete(slot)
    if (own?.size === 0) this.#slots.delete(wallet)
    this.#inTurn((client) => client.query(GIVE_BACK, [PLACE_LOCKS, wallet, `${slot}`])).catch(
      // The lock is gone with its connection.
      () => {},
    )
  }

  #inTurn<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => work(await this.#connect()))
    this.#last = turn.catch(() => {})
    this.#scheduleEnd()
    return turn
  }

  async #connect(): Promise<DatabaseClient> {
    if (this.#client) return this.#client
    const client = await connectLockHolder({ queryTimeoutMs: env().DATABASE_TIMEOUT_MS })
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on("end", forget).on("error", forget)
    const places = [...this.#slots].flatMap(([wallet, slots]) =>
      [...slots].map((slot) => `${wallet}:${slot}`),
    )
    // The places that the lost connection held.
    await client.query(TAKE_AGAIN, [PLACE_LOCKS, places])
    this.#client = client
    return client
  }

  #scheduleEnd() {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      if (this.#slots.size > 0) return
      this.#client?.end().catch(() => {})
      this.#client = undefined
    }, IDLE_MS).unref()
  }
}

/** One per process: route files are bundled apart. */
export const getPlaces = () => processSingleton("stream-places", () => new Places())
