import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { listAffectedSpecs } from "./changed"
import { findHeadlessChromium } from "./chromium"
import { runCommand } from "./command"
import type { Part } from "./part"
import { environmentOf, hasAlone } from "./rotation"
import { type Stack, startStacks } from "./stack"

/** Of one or two tries: "flaky" failed first and then passed. */
const status = z.enum(["expected", "unexpected", "flaky", "skipped"])
const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status })),
})

const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})

const report = z.object({
  errors: z.array(z.unknown()),
  suites: z.array(suite),
})

const flattenSpecs = ({ specs, suites = [] }: z.output<typeof suite>): z.output<typeof spec>[] => [
  ...specs,
  ...suites.flatMap(flattenSpecs),
]

/**
 * On a busy machine a browser sometimes loses a race: this many of all tests may pass only at the second try. Each is
 * named; with one more, all of them count as failed.
 */
const MAX_FLAKY = 2

type ProjectResult = {
  passed: readonly string[]
  flaky: readonly string[]
  failed: readonly string[]
}

/**
 * The browser tests, against the product as it is served, built once. Tests with effects that all others would notice
 * have a separate environment, so that they run beside the others.
 */
export const runPages: Part = async ({ root, shutdown, isDeep, changed, selection, group }) => {
  const specs = changed && listAffectedSpecs(changed.files)
  if (specs?.length === 0) {
    console.log("No page shows what changed")
    return { passed: 0, failed: 0 }
  }
  const executable = await findHeadlessChromium(root, shutdown)
  const withAlone = specs ? specs.some((file) => file.includes(".alone.")) : hasAlone(group)
  const { shared, alone } = await startStacks(root, shutdown, withAlone)
  const run = async (project: string, stack: Stack) => {
    const file = path.join(stack.folder, `playwright-${project}.json`)
    const { code } = await runCommand({
      args: [
        "node_modules/@playwright/test/cli.js",
        "test",
        "--config=tests/playwright.config.ts",
        `--project=${project}`,
        "--retries=1",
        "--reporter=list,json",
        "--pass-with-no-tests",
        ...(specs ?? []),
        ...selection,
      ],
      cwd: root,
      shutdown,
      env: {
        CHROMIUM_PATH: executable,
        STACK_DIR: stack.folder,
        STACK_DATABASE_URL: stack.databaseUrl,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        ...environmentOf(group),
        ...(isDeep && { DEEP_TESTS: "1" }),
      },
    })
    return parseReport(file, code, project)
  }
  const together = [run("chromium", shared), ...(alone ? [run("alone", alone)] : [])]
  const results = await Promise.all(together)
  // It measures time, so nothing else may run.
  results.push(await run("quiet", shared))
  const all = (of: keyof ProjectResult) => results.flatMap((one) => one[of])
  const flaky = all("flaky")
  for (const name of flaky) console.log(`~ passed at the second try only: ${name}`)
  const isTooMany = flaky.length > MAX_FLAKY
  const failures = [...all("failed"), ...(isTooMany ? flaky : [])]
  const passed = all("passed").length + (isTooMany ? 0 : flaky.length)
  return { passed, failed: failures.length, failures }
}

function parseReport(file: string, code: number, project: string): ProjectResult {
  const { errors, suites } = report.parse(JSON.parse(readFileSync(file, "utf8")))
  const specs = suites.flatMap(flattenSpecs)
  const named = (result: z.output<typeof status>) =>
    specs
      .filter(({ tests }) => tests.some((test) => test.status === result))
      .map(({ file: where, title }) => `${where}: ${title}`)
  const failed = [...named("unexpected"), ...errors.map(() => `${project}: an error of no test`)]
  if (code !== 0 && failed.length === 0) failed.push(`${project}: ended with ${code}`)
  return { passed: named("expected"), flaky: named("flaky"), failed }
}
