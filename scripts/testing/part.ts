import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import type { Changed } from "./changed"

/** `failures` names what failed, for the end of the output. */
export type Totals = { passed: number; failed: number; failures?: readonly string[] }

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
}

export type Part = (context: Context) => Promise<Totals>
