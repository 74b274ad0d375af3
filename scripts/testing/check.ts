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
  const results = (await Promise.all([runAll(TYPES), runAll(REST)])).flat()
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
