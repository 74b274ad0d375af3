import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { findChromium } from "./chromium"
import { runCommand } from "./command"
import type { Part } from "./run"
import { startStack } from "./stack"

const spec = z.object({ title: z.string(), file: z.string(), ok: z.boolean() })

const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})

const report = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(suite),
})

const specsOf = ({ specs, suites = [] }: z.output<typeof suite>): z.output<typeof spec>[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Of the Playwright configuration, in this order. */
const PROJECTS = ["chromium", "alone"]

/** The browser tests, against the product as it is served. */
export const runPages: Part = async ({ root, shutdown }) => {
  const executable = await findChromium(root, shutdown)
  const { folder, databaseUrl } = await startStack(root, shutdown)
  const failures: string[] = []
  const total = { passed: 0, failed: 0, failures }
  for (const project of PROJECTS) {
    const file = path.join(folder, `playwright-${project}.json`)
    const { code } = await runCommand({
      args: [
        "node_modules/@playwright/test/cli.js",
        "test",
        "--config=tests/playwright.config.ts",
        `--project=${project}`,
        "--reporter=list,json",
      ],
      cwd: root,
      shutdown,
      env: {
        CHROMIUM_PATH: executable,
        STACK_DIR: folder,
        STACK_DATABASE_URL: databaseUrl,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    })
    const { stats, errors, suites } = report.parse(JSON.parse(readFileSync(file, "utf8")))
    // A test that passes only when repeated has failed.
    const failed = stats.unexpected + stats.flaky + errors.length
    total.passed += stats.expected
    total.failed += code === 0 ? failed : Math.max(failed, 1)
    for (const { file: where, title, ok } of suites.flatMap(specsOf)) {
      if (!ok) failures.push(`${where}: ${title}`)
    }
  }
  return total
}
