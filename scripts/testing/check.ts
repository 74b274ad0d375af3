import { runCommand } from "./command"
import { ensureTestPostgres } from "./database"
import type { Part } from "./run"

const NEXT = "node_modules/next/dist/bin/next"

/** Format and lint, types, and a database schema without changes that no migration makes. */
export const runChecks: Part = async ({ root, shutdown }) => {
  const server = await shutdown.acquire(
    () => ensureTestPostgres(root),
    (running) => running.stop(),
  )
  const database = { DATABASE_URL: server.url, CHECKPOINT_DISABLE: "1" }
  const run = async (title: string, ...args: string[]) => {
    console.log(`${title}:`)
    const env = { ...database, NEXT_TELEMETRY_DISABLED: "1" }
    const { code } = await runCommand({ args, cwd: root, shutdown, env })
    console.log(code === 0 ? `✓ ${title}` : `✗ ${title}`)
    return code === 0
  }
  const results = [
    await run(
      "Format and lint",
      "node_modules/@biomejs/biome/bin/biome",
      "ci",
      "--colors=off",
      ".",
    ),
    (await run("Route types", NEXT, "typegen")) &&
      (await run("Types", "node_modules/typescript/bin/tsc", "--noEmit")),
    await run(
      "Migrations make the schema",
      "node_modules/prisma/build/index.js",
      "migrate",
      "diff",
      "--from-migrations=prisma/migrations",
      "--to-schema=prisma/schema",
      "--exit-code",
    ),
  ]
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
