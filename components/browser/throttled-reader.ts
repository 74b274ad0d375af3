/** Reads for a busy page are at least this far apart. */
export const READ_GAP_MS = 3_000

/** What failed is read again after the gap, then after twice as long, up to this. */
export const MAX_READ_PAUSE_MS = 60_000

type ReaderOptions<T> = {
  /** Null: there is no answer and will be none. Throws what may pass. */
  read: (signal: AbortSignal) => Promise<T | null>
  onRead: (answer: T) => void
}

/** Keeps an answer up to date: reads it when told that it has changed, and until a read has succeeded. */
export class ThrottledReader<T> {
  #readAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort = new AbortController()

  constructor(readonly options: ReaderOptions<T>) {}

  /** At once after a quiet time, else when the gap is over. A read under way may be too old, and is dropped. */
  refresh() {
    this.#failures = 0
    this.#schedule(READ_GAP_MS)
  }

  stop() {
    clearTimeout(this.#timer)
    this.#abort.abort()
  }

  #schedule(gapMs: number) {
    this.stop()
    const wait = Math.max(0, this.#readAt + gapMs - Date.now())
    this.#timer = setTimeout(() => this.#read(), wait)
  }

  async #read() {
    this.#readAt = Date.now()
    this.#abort = new AbortController()
    const { signal } = this.#abort
    try {
      const answer = await this.options.read(signal)
      if (signal.aborted) return
      this.#failures = 0
      if (answer !== null) this.options.onRead(answer)
    } catch {
      if (signal.aborted) return
      this.#failures += 1
      this.#schedule(Math.min(READ_GAP_MS * 2 ** (this.#failures - 1), MAX_READ_PAUSE_MS))
    }
  }
}
