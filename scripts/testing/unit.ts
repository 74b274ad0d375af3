import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { runCommand } from "./command"
import { installPackages, isDebian } from "./packages"
import type { Context, Part, Totals } from "./part"

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

type FileResult = z.output<typeof report>["testResults"][number]

/** Tests that read the sources as text: no import leads from a change to them. */
const listReaders = () => [
  ...readdirSync("tests")
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${name}`),
  "tests/contracts/errors.test.ts",
  "tests/scripts/env-example.test.ts",
]

/** Clients that hang up leave no answer to check. */
const OVER_HTTP = ["tests/api", "--exclude=tests/api/fuzz/fuzz.test.ts"]

/** Units, database and API: everything vitest runs. */
export const runUnits: Part = async (context) => {
  const { isDeep, withLong, changed, selection } = context
  await installHttpx(context)
  const env: Record<string, string> = isDeep ? { DEEP_TESTS: "1" } : {}
  if (changed) {
    const reached = await runVitest(context, [`--changed=${changed.base}`, ...selection], env)
    return add(reached, await runVitest(context, listReaders(), env))
  }
  const tags = withLong ? [] : ["--tags-filter=!long"]
  const totals = await runVitest(context, [...tags, ...selection], env)
  if (!isDeep || selection.length > 0) return totals
  console.log("\nThe API again, by our own server")
  return add(totals, await runVitest(context, OVER_HTTP, { TESTS_OVER_HTTP: "1" }))
}

const add = (one: Totals, other: Totals): Totals => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  failures: [...(one.failures ?? []), ...(other.failures ?? [])],
})

/** The Python package is tested where its library is there; as root on Debian it is installed. */
async function installHttpx({ root, shutdown }: Context) {
  const hasHttpx = ["python3", "/usr/bin/python3"].some(
    (command) => spawnSync(command, ["-c", "import httpx"]).status === 0,
  )
  if (!hasHttpx && isDebian()) await installPackages(root, shutdown, ["python3-httpx"])
}

export async function runVitest(
  { root, shutdown }: Pick<Context, "root" | "shutdown">,
  selection: readonly string[],
  env: Record<string, string>,
  config = "tests/vitest.config.ts",
): Promise<Totals> {
  const file = path.join(root, `.data/test/vitest-${process.pid}.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  shutdown.add(() => rmSync(file, { force: true }))
  const { code } = await runCommand({
    args: [
      "node_modules/vitest/vitest.mjs",
      "run",
      `--config=${config}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      "--passWithNoTests",
      ...selection,
    ],
    cwd: root,
    shutdown,
    env,
  })
  if (code === 0 && !existsSync(file)) return { passed: 0, failed: 0 }
  const result = report.parse(JSON.parse(readFileSync(file, "utf8")))
  const broken = result.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length
  const failed = result.numFailedTests + broken
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? failed : Math.max(failed, 1),
    failures: result.testResults.flatMap((each) => listFailures(each, root)),
  }
}

/** A file can fail beside its tests: while it is read, before or after them. */
function listFailures({ name, status, message, assertionResults }: FileResult, root: string) {
  if (status !== "failed") return []
  const file = path.relative(root, name)
  const failed = assertionResults.filter((test) => test.status === "failed")
  if (failed.length === 0) return [`${file}: ${firstLine(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) =>
      `${file}: ${fullName}: ${firstLine(failureMessages?.[0] ?? "")}`,
  )
}

const firstLine = (text: string) => text.split("\n", 1)[0] ?? ""
