import { signals } from "@/lib/telemetry/signals"

/** Renderings at once. One that waits for the database leaves the processor to the other. */
const MAX_RENDERINGS = 2

/** A rendering takes 20 to 150 ms: what waits behind more of them than this comes too late for a person. */
const MAX_WAITING = 200
const MAX_WAITING_OF_ADDRESS = 40

/** From so many waiting on, a page that was rendered a while ago serves better than one that is rendered again. */
const LONG_QUEUE = 4

/** The queue is full, for everybody or for this address. */
export class OverloadError extends Error {
  override name = "OverloadError"
}

/**
 * Runs few renderings at a time. Between two of them the process answers what else has come: a burst of pages delays
 * the API by one rendering, not by all. Addresses take turns: one that asks for a hundred pages delays another's page
 * by one rendering each.
 */
export class RenderQueue {
  #running = 0
  #waitingCount = 0
  /** By address, the one whose turn it is first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  get isLong() {
    return this.#waitingCount >= LONG_QUEUE
  }

  async run<T>(address: string, render: () => Promise<T>): Promise<T> {
    const leave = await this.enter(address)
    try {
      return await render()
    } finally {
      leave()
    }
  }

  /** Resolves when it is the address's turn; what it answers gives the place to the next one, once. */
  async enter(address: string): Promise<() => void> {
    if (this.#running >= MAX_RENDERINGS) await this.#wait(address)
    else this.#running += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#release()
    }
  }

  #wait(address: string) {
    const own = this.#waiting.get(address) ?? []
    if (this.#waitingCount >= MAX_WAITING || own.length >= MAX_WAITING_OF_ADDRESS) {
      throw new OverloadError("Too many pages wait to be rendered")
    }
    this.#changeWaiting(1)
    return new Promise<void>((resolve) => {
      own.push(resolve)
      this.#waiting.set(address, own)
    })
  }

  #changeWaiting(change: 1 | -1) {
    this.#waitingCount += change
    signals.emit("queue", "rendering", this.#waitingCount)
  }

  /** Gives the place to the next one, after a turn of the event loop. */
  #release() {
    const [turn] = this.#waiting
    if (!turn) {
      this.#running -= 1
      return
    }
    const [address, own] = turn
    const next = own.shift()
    // Its next one comes after those of all other addresses.
    this.#waiting.delete(address)
    if (own.length > 0) this.#waiting.set(address, own)
    this.#changeWaiting(-1)
    if (next) setImmediate(next)
  }
}
