import { z } from "zod"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { runCommand } from "./command"
import { ensureTestPostgres } from "./database"
import type { Part } from "./part"

type Step = { title: string; args: readonly string[] }

/** TypeScript 7 is compiled to machine code; guards and tests use version 6, whose trees JavaScript can read. */
const TYPES: readonly Step[] = [
  { title: "Route types", args: ["node_modules/next/dist/bin/next", "typegen"] },
  {
    title: "Types",
    // A second checker would repeat a part of the work while the other core is busy with the rest.
    args: ["node_modules/typescript-native/bin/tsc", "--noEmit", "--checkers", "1"],
  },
]

const REST: readonly Step[] = [
  {
    title: "Format and lint",
    args: ["node_modules/@biomejs/biome/bin/biome", "ci", "--colors=off", "."],
  },
  {
    title: "Unused code",
    args: ["node_modules/knip/bin/knip.js", "--no-progress"],
  },
  { title: "Guards", args: ["--import", "tsx", "scripts/guards/index.ts"] },
  {
    title: "Migrations make the schema",
    args: [
      "node_modules/prisma/build/index.js",
      "migrate",
      "diff",
      "--from-migrations=prisma/migrations",
      "--to-schema=prisma/schema",
      "--exit-code",
    ],
  },
]

/** Types beside everything else that needs no program to run: each keeps one core busy. */
export const runChecks: Part = async ({ root, shutdown }) => {
  const server = await shutdown.acquire(
    () => ensureTestPostgres(root),
    (running) => running.stop(),
  )
  const env = { DATABASE_URL: server.url, CHECKPOINT_DISABLE: "1", NEXT_TELEMETRY_DISABLED: "1" }
  const run = async ({ title, args }: Step) => {
    const { code, output } = await runCommand({ args, cwd: root, shutdown, env, isQuiet: true })
    if (code !== 0) console.log(output.trimEnd())
    console.log(code === 0 ? `✓ ${title}` : `✗ ${title}`)
    return code === 0
  }
  const runAll = async (steps: readonly Step[]) => {
    const results: boolean[] = []
    for (const step of steps) results.push(await run(step))
    return results
  }
  const [types, rest, advisories] = await Promise.all([
    runAll(TYPES),
    runAll(REST),
    checkAdvisories(root, shutdown),
  ])
  const results = [...types, ...rest, ...(advisories === undefined ? [] : [advisories])]
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

const audit = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
})

/** Advisories on what production installs; undefined where the registry has none to give, which is said. */
async function checkAdvisories(root: string, shutdown: Shutdown) {
  const { output } = await runCommand({
    ...{ cwd: root, shutdown, file: "npm", isQuiet: true },
    args: ["audit", "--omit=dev", "--json", "--loglevel=silent", "--fetch-timeout=10000"],
    env: { npm_config_fetch_retries: "0" },
  })
  const report = audit.safeParse(parseJson(output))
  if (!report.success) {
    console.log("! Advisories: SKIPPED, as the registry gives none here (npm audit --omit=dev)")
    return undefined
  }
  const severe = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) =>
    ["high", "critical"].includes(severity),
  )
  for (const [name, { severity }] of severe) console.log(`    ${name}: ${severity}`)
  console.log(severe.length === 0 ? "✓ Advisories" : "✗ Advisories (npm audit --omit=dev)")
  return severe.length === 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
