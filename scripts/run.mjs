// node scripts/run.mjs <script.ts> [arguments]: runs one of the project's scripts with everything it
// may need in place: the variables of .env, a database with all migrations, the generated client.
import { createRequire } from "node:module"
import { execa } from "execa"
import { prepare } from "./prepare.mjs"

const [script, ...args] = process.argv.slice(2)
if (!script) {
  console.error("usage: node scripts/run.mjs <script.ts> [arguments]")
  process.exit(2)
}
const { variables, release } = await prepare()
const tsx = createRequire(import.meta.url).resolve("tsx/cli")
const child = execa(process.execPath, [tsx, script, ...args], {
  ...{ stdio: "inherit", env: variables, reject: false },
})
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
const { exitCode = 1 } = await child
await release()
process.exit(exitCode)
