import { mkdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { runCommand } from "./command"
import type { Part } from "./run"

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** Units, database and API: everything vitest runs. */
export const runUnits: Part = async ({ root, shutdown }) => {
  const file = path.join(root, `.data/test/vitest-${process.pid}.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  shutdown.add(() => rmSync(file, { force: true }))
  const { code } = await runCommand({
    args: [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config=tests/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    cwd: root,
    shutdown,
  })
  const result = report.parse(JSON.parse(readFileSync(file, "utf8")))
  const broken = result.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length
  const failed = result.numFailedTests + broken
  return { passed: result.numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) }
}
