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

export type SpanFacts = {
  name: string
  /** A call of another program, which counts within a request or a job only. */
  isCall?: boolean
  attributes?: Record<string, string | number>
}

/** What sends spans (lib/monitoring/traces.ts). */
export type Tracing = {
  inSpan: <T>(facts: SpanFacts, work: () => Promise<T>) => Promise<T>
  /** Sends what has not been sent, in bounded time. */
  end: () => Promise<void>
}

const tracing = processSingleton("tracing", (): { current?: Tracing } => ({}))

export const setTracing = (current: Tracing) => {
  tracing.current = current
}

/** Runs `work` within a span of its own, where spans are sent. */
export const inSpan = <T>(facts: () => SpanFacts, work: () => Promise<T>): Promise<T> =>
  tracing.current ? tracing.current.inSpan(facts(), work) : work()

export const endTracing = async () => tracing.current?.end()
