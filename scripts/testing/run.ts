import { performance } from "node:perf_hooks"
import { Trouble } from "@/scripts/local/report.mjs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { generateClient } from "@/scripts/prepare.mjs"
import { runChecks } from "./check"
import { runContracts } from "./contracts"
import { runPages } from "./pages"
import { runUnits } from "./unit"

/** `failures` names what failed, for the end of the output. */
export type Totals = { passed: number; failed: number; failures?: readonly string[] }
export type Part = (context: { root: string; shutdown: Shutdown }) => Promise<Totals>

const PARTS = new Map<string, Part>([
  ["check", runChecks],
  ["contracts", runContracts],
  ["unit", runUnits],
  ["pages", runPages],
])

type Options = { root: string; shutdown: Shutdown; parts: readonly string[] }

/** Runs the parts one after the other; one that breaks counts as a failure and the others go on. */
export async function runTests({ root, shutdown, parts }: Options): Promise<Totals> {
  const unknown = parts.find((name) => !PARTS.has(name))
  if (unknown !== undefined) {
    throw new Trouble(
      `There is no part "${unknown}".`,
      `Parts are: ${[...PARTS.keys()].join(", ")}`,
    )
  }
  generateClient()
  const results: { name: string; seconds: number; totals: Totals }[] = []
  for (const [name, run] of PARTS) {
    if (parts.length > 0 && !parts.includes(name)) continue
    console.log(`\n── ${name} ──`)
    const started = performance.now()
    const totals = await run({ root, shutdown }).catch((error: unknown) => {
      if (shutdown.isEnding()) throw error
      console.error(error instanceof Trouble ? `${error.message}\n→ ${error.remedy}` : error)
      return { passed: 0, failed: 1 }
    })
    results.push({ name, seconds: (performance.now() - started) / 1000, totals })
  }
  console.log("")
  for (const { name, totals } of results) {
    for (const failure of totals.failures ?? []) console.log(`✗ ${name}: ${failure}`)
  }
  for (const { name, seconds, totals } of results) {
    const counts = `${totals.passed} passed, ${totals.failed} failed`
    console.log(`${name.padEnd(10)} ${counts.padEnd(28)} ${seconds.toFixed(0).padStart(5)} s`)
  }
  return results.reduce(
    (sum, { totals }) => ({
      passed: sum.passed + totals.passed,
      failed: sum.failed + totals.failed,
    }),
    { passed: 0, failed: 0 },
  )
}
