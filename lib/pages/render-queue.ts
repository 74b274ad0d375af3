/** Renderings at once. One that waits for the database leaves the processor to the other. */
const MAX_RENDERINGS = 2

/**
 * Runs few renderings at a time. Between two of them the process answers what else has come: a burst of pages delays
 * the API by one rendering, not by all.
 */
export class RenderQueue {
  #running = 0
  readonly #waiting: (() => void)[] = []

  async run<T>(render: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_RENDERINGS) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running += 1
    try {
      return await render()
    } finally {
      this.#release()
    }
  }

  /** Gives the place to the next one, after a turn of the event loop. */
  #release() {
    const next = this.#waiting.shift()
    if (next) setImmediate(next)
    else this.#running -= 1
  }
}
