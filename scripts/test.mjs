// @ts-check
// npm test: all tests, or the parts named (npm test -- check contracts unit pages), with --long, --deep or --changed
// (docs/testing.md). On its own database and chain, so it may run beside npm start. The last line is
// "N passed, N failed".
import "./local/node-version.mjs"
import path from "node:path"
import { ensureDependencies } from "./local/dependencies.mjs"
import { explain } from "./local/report.mjs"
import { createShutdown } from "./local/shutdown.mjs"

const root = path.resolve(import.meta.dirname, "..")
process.chdir(root)
const shutdown = createShutdown({
  signalCode: 130,
  onSignal: () => console.log("\nStopping …"),
})

try {
  await ensureDependencies(root, shutdown)
  const { default: generate } = await import("./generate/generate.mjs")
  await generate()
  const { register } = await import("tsx/esm/api")
  register()
  const { runTests } = await import("./testing/run.ts")
  const { passed, failed } = await runTests({ root, shutdown, args: process.argv.slice(2) })
  await shutdown.end(failed > 0 ? 1 : 0, `${passed} passed, ${failed} failed`)
} catch (error) {
  if (!shutdown.isEnding()) explain(error)
  await shutdown.end(1, "0 passed, 1 failed")
}
