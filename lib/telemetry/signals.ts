import { EventEmitter } from "node:events"
import { processSingleton } from "@/lib/async/process-singleton"

/** What happens in a process, with what is counted of it (lib/monitoring/metrics.ts). */
type Signals = {
  /** A request that its limit allows or refuses. */
  limit: [policy: string, isAllowed: boolean]
  cache: [cache: "pages" | "answers" | "responses", isHit: boolean]
  /** How many wait now. */
  queue: [queue: "rendering" | "writing", waiting: number]
  /** One more stream, or one less. */
  stream: [kind: "api" | "page", change: 1 | -1]
  /** What a caller waited for a connection to the database. */
  connection: [ms: number, isTaken: boolean]
  job: [name: string, result: string]
  /** The node has left out logs. */
  incomplete: []
}

/** Where nobody listens nothing is counted. */
export const signals = processSingleton("signals", () => new EventEmitter<Signals>())
