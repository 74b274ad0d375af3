// Counts of a server with several web processes and without Redis: its first process, which starts them, counts.
import type { Worker } from "node:cluster"
import { z } from "zod"
import {
  type CountResult,
  type Limiter,
  type LimiterOptions,
  memoryLimiter,
} from "./memory-limiter"

const request = z.object({
  type: z.literal("count"),
  call: z.int(),
  policy: z.string(),
  quota: z.int(),
  windowMs: z.int(),
  id: z.string(),
})

const reply = z.object({
  type: z.literal("counted"),
  call: z.int(),
  result: z.object({ isCounted: z.boolean(), remaining: z.int(), resetAt: z.int() }),
})

/** In the first process: answers what a web process asks. Each policy has one quota and one window. */
export function createWindowKeeper() {
  const limiters = new Map<string, ReturnType<typeof memoryLimiter>>()
  return (worker: Pick<Worker, "on" | "send">) => {
    worker.on("message", (message) => {
      const { success, data } = request.safeParse(message)
      if (!success) return
      const limiter = limiters.get(data.policy) ?? memoryLimiter(data)
      limiters.set(data.policy, limiter)
      const { call, id } = data
      worker.send({ type: "counted", call, result: limiter(id) } satisfies z.input<typeof reply>)
    })
  }
}

/** A first process of another version may answer nothing; what waits is forgotten at some time. */
const MOST_WAITING = 10_000

type Counts = { calls: number; waiting: Map<number, (result: CountResult) => void> }

/** In a web process: has the first process count. */
export function openServerCounts() {
  const counts: Counts = { calls: 0, waiting: new Map() }
  process.on("message", (message) => {
    const { success, data } = reply.safeParse(message)
    if (!success) return
    counts.waiting.get(data.call)?.(data.result)
    counts.waiting.delete(data.call)
  })
  return counts
}

export const serverLimiter =
  (counts: Counts, options: LimiterOptions): Limiter =>
  (id) =>
    new Promise((resolve, reject) => {
      if (!process.send) throw new Error("This process was not started by another one")
      if (counts.waiting.size >= MOST_WAITING) counts.waiting.clear()
      const call = counts.calls++
      counts.waiting.set(call, resolve)
      process.send({ type: "count", call, id, ...options }, (error: Error | null) => {
        if (!error) return
        counts.waiting.delete(call)
        reject(error)
      })
    })
