/** Shortest time between two reads. */
export const READ_GAP_MS = 3_000

/** Longest pause after failed reads; it doubles from the gap. */
export const MAX_READ_PAUSE_MS = 60_000

type ReaderOptions<T> = {
  /** Null: there is nothing to read. Throws if a later read may succeed. */
  read: (signal: AbortSignal) => Promise<T | null>
  onRead: (answer: T) => void
}

/** Keeps data up to date: reads it on `refresh`, at most once per gap, and again until a read succeeds. */
export class ThrottledReader<T> {
  #readAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort = new AbortController()

  constructor(readonly options: ReaderOptions<T>) {}

  /** Reads now, or once the gap is over. Drops a pending read, whose data may be outdated. */
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
