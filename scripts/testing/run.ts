import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { UserError } from "@/scripts/local/report.mjs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { findChanged } from "./changed"
import { runChecks } from "./check"
import { runCluster, runFaults } from "./cluster"
import { runCommand } from "./command"
import { runPages } from "./pages"
import { faultOptions, type Part, type Totals } from "./part"
import { runUnits } from "./unit"

const SOURCES = /^(contracts\/|scripts\/contracts\/|scripts\/foundry\.mjs|package-lock\.json)/

/** The contracts' own tests, their gas, and the generated ABIs. */
const runContracts: Part = async ({ root, shutdown, isDeep, changed }) => {
  if (changed && !changed.files.some((file) => SOURCES.test(file))) {
    console.log("No contract changed")
    return { passed: 0, failed: 0 }
  }
  const args = ["scripts/contracts/test.mjs", ...(isDeep ? ["--deep"] : [])]
  const { code, output } = await runCommand({ args, cwd: root, shutdown })
  const counts = /Contract tests: (\d+) passed, (\d+) failed/.exec(output)
  const passed = Number(counts?.[1] ?? 0)
  const failed = Number(counts?.[2] ?? 0)
  // It also fails for gas and for generated files, which are not counted.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

const PARTS = {
  check: runChecks,
  contracts: runContracts,
  unit: runUnits,
  pages: runPages,
  cluster: runCluster,
  faults: runFaults,
} satisfies Record<string, Part>

/** Run when they are named, and with --deep. */
const DEEP_PARTS: readonly string[] = ["cluster", "faults"]

/** Parts that understand what follows a second --: vitest's or Playwright's arguments. */
const SELECTIVE_PARTS: readonly string[] = ["unit", "pages", "cluster"]

type PartName = keyof typeof PARTS

const isPartName = (name: string): name is PartName => name in PARTS

const HELP = `npm test -- [${Object.keys(PARTS).join(" | ")} …] [--long] [--deep] [--changed] [--minutes N --seed N --only NAME | --soak N --rate N --streams N] [-- arguments of vitest or Playwright]`

type Run = { root: string; shutdown: Shutdown; args: readonly string[] }

/** Runs the parts in sequence; a part that breaks counts as a failure and the others continue. */
export async function runTests({ root, shutdown, args }: Run): Promise<Totals> {
  const { parts, isDeep, isLong, onlyChanged, selection, faults } = parseOptions(args)
  const changed = onlyChanged ? findChanged(root) : null
  if (changed) console.log(`${changed.files.length} files changed`)
  const withLong = isLong || isDeep || onlyChanged || selection.length > 0
  const context = { root, shutdown, isDeep, withLong, changed, selection, faults }
  const results: { name: string; seconds: number; totals: Totals }[] = []
  for (const name of parts) {
    console.log(`\n── ${name} ──`)
    const started = performance.now()
    const totals = await PARTS[name](context).catch((error: unknown) => {
      if (shutdown.isEnding()) throw error
      console.error(error instanceof UserError ? `${error.message}\n→ ${error.remedy}` : error)
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

/** The arguments after `npm test --`: the parts to run (all by default), how, and options for vitest and Playwright. */
function parseOptions(args: readonly string[]) {
  const end = args.includes("--") ? args.indexOf("--") : args.length
  const { values, positionals } = parseKnown(args.slice(0, end))
  const unknown = positionals.find((name) => !isPartName(name))
  if (unknown !== undefined) throw new UserError(`There is no part "${unknown}".`, HELP)
  const selection = args.slice(end + 1)
  const ofSelection = positionals.filter((name) => SELECTIVE_PARTS.includes(name))
  if (selection.length > 0 && ofSelection.length !== 1)
    throw new UserError(`What follows -- is for one part: ${SELECTIVE_PARTS.join(", ")}.`, HELP)
  return {
    parts: Object.keys(PARTS)
      .filter(isPartName)
      .filter((name) =>
        positionals.length === 0
          ? values.deep || !DEEP_PARTS.includes(name)
          : positionals.includes(name),
      ),
    isDeep: values.deep,
    isLong: values.long,
    onlyChanged: values.changed,
    faults: values,
    selection,
  }
}

function parseKnown(args: string[]) {
  const flag = { type: "boolean", default: false } as const
  const options = { long: flag, deep: flag, changed: flag, ...faultOptions }
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : `${error}`, HELP)
  }
}
