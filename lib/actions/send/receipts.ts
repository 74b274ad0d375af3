import type { Hex, PublicClient, TransactionReceipt } from "viem"
import { sleep } from "@/lib/async/backoff"
import { processSingleton } from "@/lib/async/process-singleton"

/** The pause between the first two lookups of a receipt; each pause is half as long again as the one before. */
const FIRST_PAUSE_MS = 150
const MOST_PAUSE_MS = 3_000
const GROWTH = 1.5
/** Most receipts that are asked for at a time. */
const MOST_AT_ONCE = 10

type Waiter = { deadline: number; resolve: (receipt: TransactionReceipt | null) => void }

/** A transaction that at least one request waits for. */
type Watched = { waiters: Set<Waiter>; pause: number; next: number; client: PublicClient }

/**
 * Looks for the receipts of all transactions that requests of this process wait for. However many wait, one loop asks
 * the node. It asks for each transaction once for all its waiters, and less often the longer it is not mined.
 */
class ReceiptWatch {
  readonly #watched = new Map<Hex, Watched>()
  #isRunning = false

  wait(client: PublicClient, hash: Hex, deadline: number): Promise<TransactionReceipt | null> {
    return new Promise((resolve) => {
      const entry = this.#watched.get(hash)
      const watched = entry ?? {
        ...{ waiters: new Set<Waiter>(), pause: FIRST_PAUSE_MS, next: 0, client },
      }
      watched.waiters.add({ deadline, resolve })
      this.#watched.set(hash, watched)
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run() {
    this.#isRunning = true
    while (this.#watched.size > 0) {
      const due = [...this.#watched]
        .filter(([, { next }]) => next <= Date.now())
        .sort(([, one], [, other]) => one.next - other.next)
        .slice(0, MOST_AT_ONCE)
      await Promise.all(due.map(([hash, watched]) => this.#look(hash, watched)))
      this.#release()
      if (due.length < MOST_AT_ONCE) await sleep(FIRST_PAUSE_MS)
    }
    this.#isRunning = false
  }

  async #look(hash: Hex, watched: Watched) {
    // A node that does not answer has not lost the transaction.
    const receipt = await watched.client.getTransactionReceipt({ hash }).catch(() => null)
    watched.pause = Math.min(watched.pause * GROWTH, MOST_PAUSE_MS)
    watched.next = Date.now() + watched.pause
    if (!receipt) return
    this.#watched.delete(hash)
    for (const { resolve } of watched.waiters) resolve(receipt)
  }

  /** Resolves waiters whose time is over with nothing. */
  #release() {
    const now = Date.now()
    for (const [hash, { waiters }] of this.#watched) {
      for (const waiter of waiters) {
        if (waiter.deadline > now) continue
        waiters.delete(waiter)
        waiter.resolve(null)
      }
      if (waiters.size === 0) this.#watched.delete(hash)
    }
  }
}

/** The receipt of a transaction; null when the time is over. */
export const awaitReceipt = (client: PublicClient, hash: Hex, deadline: number) =>
  processSingleton("receipts", () => new ReceiptWatch()).wait(client, hash, deadline)
