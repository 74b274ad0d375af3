import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { clientIp, rateLimitAddress } from "@/lib/http/client-ip"

/** Number of renderings at a time. One that waits for the database leaves the processor to the other. */
const MAX_RENDERINGS = 2

/** A rendering takes 20 to 150 ms: a longer queue than this takes too long for a person. */
const MAX_WAITING = 200
const MAX_WAITING_OF_ADDRESS = 40

/** From this many waiting renderings on, an earlier rendering serves visitors better than a new one. */
const LONG_QUEUE = 4

/** The queue is full, as a whole or for this address. */
export class OverloadError extends Error {
  override name = "OverloadError"
}

/**
 * Runs few renderings at a time. Between two of them the process answers other requests: a burst of pages delays the
 * API by one rendering, not by all. Addresses take turns: one that requests a hundred pages delays another's page by
 * one rendering each.
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

  /** Resolves at the address's turn, with a function that gives the place to the next one, once. */
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
    this.#waitingCount += 1
    return new Promise<void>((resolve) => {
      own.push(resolve)
      this.#waiting.set(address, own)
    })
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
    // Its next request queues after those of all other addresses.
    this.#waiting.delete(address)
    if (own.length > 0) this.#waiting.set(address, own)
    this.#waitingCount -= 1
    if (next) setImmediate(next)
  }
}

/** The address whose turn it is, as for the limits. */
export const addressOf = ({ headers }: IncomingMessage): string =>
  rateLimitAddress(clientIp({ get: (name) => readHeader(headers, name) }))

export function readHeader(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return (Array.isArray(value) ? value.join(", ") : value) ?? null
}
