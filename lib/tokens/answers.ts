import type pg from "pg"
import type { Prepared } from "@/lib/api/reply"

/** A prepared answer and the query's further column. */
export type Found = { answer: Prepared; extra: unknown }

/** Characters of answers kept at once, per process. */
const MAX_CHARACTERS = 16_000_000

/**
 * Answers of one snapshot of the database, by question. Any committed write anywhere makes another
 * snapshot, so nothing here can be out of date for who has just read the same snapshot; it is never
 * valid by its age.
 */
export class Answers {
  #snapshot = ""
  #characters = 0
  readonly #byQuestion = new Map<string, Found>()

  find(snapshot: string, question: string): Found | undefined {
    return snapshot === this.#snapshot ? this.#byQuestion.get(question) : undefined
  }

  /** The snapshot must be of the very statement that found the answer. */
  keep(snapshot: string, question: string, found: Found) {
    const size = question.length + found.answer.text.length
    if (snapshot !== this.#snapshot || this.#characters + size > MAX_CHARACTERS) {
      this.clear()
      this.#snapshot = snapshot
    }
    if (size > MAX_CHARACTERS || this.#byQuestion.has(question)) return
    this.#byQuestion.set(question, found)
    this.#characters += size
  }

  clear() {
    this.#snapshot = ""
    this.#characters = 0
    this.#byQuestion.clear()
  }
}

const byPool = new WeakMap<pg.Pool, Answers>()

/** Snapshots mean something to one server only, and a crashed one may use numbers again: both begin with a new connection. */
export function answersOf(pool: pg.Pool): Answers {
  const known = byPool.get(pool)
  if (known) return known
  const made = new Answers()
  pool.on("connect", () => made.clear())
  byPool.set(pool, made)
  return made
}
