import { performance } from "node:perf_hooks"
import { UserError } from "@/scripts/local/report.mjs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { listChangedFiles } from "./changed"
import { runChecks } from "./check"
import { runContracts } from "./contracts"
import { type PartName, parseOptions } from "./options"
import { runPages } from "./pages"
import type { Part, Totals } from "./part"
import { GROUPS, readGroup } from "./rotation"
import { runUnits } from "./unit"

const PARTS: Readonly<Record<PartName, Part>> = {
  check: runChecks,
  contracts: runContracts,
  unit: runUnits,
  pages: runPages,
}

type Run = { root: string; shutdown: Shutdown; args: readonly string[] }

/** Runs the parts one after the other; one that breaks counts as a failure and the others go on. */
export async function runTests({ root, shutdown, args }: Run): Promise<Totals> {
  const { parts, isDeep, onlyChanged } = parseOptions(args)
  const changed = onlyChanged ? listChangedFiles(root) : null
  if (changed) console.log(`${changed.length} files changed`)
  const group = isDeep || changed ? null : readGroup(root)
  if (group !== null) console.log(`Of the long tests, group ${group + 1} of ${GROUPS.length}`)
  const results: { name: string; seconds: number; totals: Totals }[] = []
  for (const name of parts) {
    console.log(`\n── ${name} ──`)
    const started = performance.now()
    const totals = await PARTS[name]({ root, shutdown, isDeep, changed, group }).catch(
      (error: unknown) => {
        if (shutdown.isEnding()) throw error
        console.error(error instanceof UserError ? `${error.message}\n→ ${error.remedy}` : error)
        return { passed: 0, failed: 1 }
      },
    )
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
