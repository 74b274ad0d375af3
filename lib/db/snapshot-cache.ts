import type pg from "pg"
import type { RawBody } from "@/lib/http/response"

/** A JSON answer, and the value of the query's further column. */
export type JsonRow = { answer: RawBody; extra: unknown }

/** Number of characters in the cached answers of one process. */
const MAX_CHARACTERS = 16_000_000

/**
 * Answers of one snapshot of the database, by query. Any committed write makes another snapshot, so an answer is valid
 * for every reader of the same snapshot, whatever its age.
 */
export class SnapshotCache {
  #snapshot = ""
  #characters = 0
  readonly #byQuery = new Map<string, JsonRow>()

  get(snapshot: string, query: string): JsonRow | undefined {
    return snapshot === this.#snapshot ? this.#byQuery.get(query) : undefined
  }

  /** `snapshot` must come from the statement that found the row. */
  set(snapshot: string, query: string, row: JsonRow) {
    const size = query.length + row.answer.text.length
    if (snapshot !== this.#snapshot || this.#characters + size > MAX_CHARACTERS) {
      this.clear()
      this.#snapshot = snapshot
    }
    if (size > MAX_CHARACTERS || this.#byQuery.has(query)) return
    this.#byQuery.set(query, row)
    this.#characters += size
  }

  clear() {
    this.#snapshot = ""
    this.#characters = 0
    this.#byQuery.clear()
  }
}

const byPool = new WeakMap<pg.Pool, SnapshotCache>()

/**
 * The cache of a pool. A new connection clears it: snapshots belong to one server, and a crashed server may
 * use their numbers again.
 */
export function snapshotCacheOf(pool: pg.Pool): SnapshotCache {
  const cache = byPool.get(pool)
  if (cache) return cache
  const created = new SnapshotCache()
  pool.on("connect", () => created.clear())
  byPool.set(pool, created)
  return created
}
