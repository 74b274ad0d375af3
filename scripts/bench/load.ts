import autocannon, { type Client } from "autocannon"
import { median } from "./table"

export const CONNECTIONS = 50

/** Requests a second, latencies in milliseconds, and answers that were none. */
export type Figures = { rate: number; p50: number; p99: number; errors: number }

type Load = {
  url: string
  headers: Record<string, string>
  /** In seconds. */
  duration: number
  setupClient?: (client: Client) => void
}

/** What a server answers when all connections ask at once. */
export async function measureLoad(load: Load): Promise<Figures> {
  const found = await autocannon({ ...load, connections: CONNECTIONS })
  const errors = found.errors + found.timeouts + found.non2xx
  const { p50, p99 } = found.latency
  return { rate: found.requests.average, p50, p99, errors }
}

export const medianFigures = (list: readonly Figures[]): Figures => ({
  rate: median(list.map(({ rate }) => rate)),
  p50: median(list.map(({ p50 }) => p50)),
  p99: median(list.map(({ p99 }) => p99)),
  errors: list.reduce((sum, { errors }) => sum + errors, 0),
})
