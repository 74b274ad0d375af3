import type { Shutdown } from "@/scripts/local/shutdown.mjs"

/** `failures` names what failed, for the end of the output. */
export type Totals = { passed: number; failed: number; failures?: readonly string[] }

export type Context = {
  root: string
  shutdown: Shutdown
  /** More random input, more orders, every theme and width. */
  isDeep: boolean
  /** Paths from the root; null runs everything. */
  changed: readonly string[] | null
  /** Which of the long tests run (`rotation.ts`); null runs all. */
  group: number | null
}

export type Part = (context: Context) => Promise<Totals>
