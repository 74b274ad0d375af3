import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { findHeadlessChromium } from "./chromium"
import { runCommand } from "./command"
import { installPackages } from "./packages"
import type { Context, Part } from "./part"
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

/** As Debian installs it; `tests/pages/both-servers.quiet.spec.ts` puts it before the app. */
const NGINX = "/usr/sbin/nginx"

type ProjectResult = {
  passed: readonly string[]
  flaky: readonly string[]
  failed: readonly string[]
}

/**
 * The browser tests, against the product as it is served, built once. Tests that bring about what every
 * other one would notice, which are long ones, have an environment of their own, so that they run beside the others.
 */
export const runPages: Part = async (context) => {
  const { root, shutdown, isDeep, withLong, changed } = context
  if (changed && !changed.files.some((file) => file.startsWith("tests/pages/"))) {
    console.log("No browser test changed")
    return { passed: 0, failed: 0 }
  }
  const executable = await findHeadlessChromium(root, shutdown)
  if (withLong && !existsSync(NGINX)) await installPackages(root, shutdown, ["nginx-light"])
  const { shared, alone } = await startStacks(root, shutdown, withLong)
  const run = async (project: string, stack: Stack) => {
    const file = path.join(stack.folder, `playwright-${project}.json`)
    const { code } = await runCommand({
      args: [
        ...commandLine(context),
        `--project=${project}`,
        "--retries=1",
        "--reporter=list,json",
        "--pass-with-no-tests",
      ],
      cwd: root,
      shutdown,
      env: {
        CHROMIUM_PATH: executable,
        STACK_DIR: stack.folder,
        STACK_DATABASE_URL: stack.databaseUrl,
        STACK_VARIABLES: JSON.stringify(stack.variables),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
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

/** Playwright, told which tests are meant. */
function commandLine({ isDeep, withLong, changed, selection }: Context) {
  const tags = [...(isDeep ? [] : ["@deep"]), ...(withLong ? [] : ["@long"])]
  return [
    "node_modules/@playwright/test/cli.js",
    "test",
    "--config=tests/playwright.config.ts",
    ...(tags.length > 0 ? [`--grep-invert=${tags.join("|")}`] : []),
    ...(changed ? [`--only-changed=${changed.base}`] : []),
    ...selection,
  ]
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
