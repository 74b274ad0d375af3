import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import type { Changed } from "./changed"

/** `failures` names what failed, for the end of the output. */
export type Totals = { passed: number; failed: number; failures?: readonly string[] }

/** Options of the faults: minutes, the seed of their order, a part of their names; and of the soak. */
export const faultOptions = {
  minutes: { type: "string" },
  seed: { type: "string" },
  only: { type: "string" },
  soak: { type: "string" },
  rate: { type: "string" },
  streams: { type: "string" },
} as const

export type FaultOptions = { [K in keyof typeof faultOptions]?: string | undefined }

export type Context = {
  root: string
  shutdown: Shutdown
  /** More random input, more orders, every theme and width. */
  isDeep: boolean
  /** Null runs everything. */
  changed: Changed | null
  /** Further arguments of vitest and Playwright, such as `--shard=1/2` or the path of a test. */
  selection: readonly string[]
  /** With the tests that are tagged as long. */
  withLong: boolean
  faults: FaultOptions
}

export type Part = (context: Context) => Promise<Totals>
