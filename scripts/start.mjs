// @ts-check
// npm start, npm run dev: everything the project needs, from an empty folder to a running exchange.
// Plain JavaScript up to the point where the dependencies are installed.
import "./local/node-version.mjs"
import path from "node:path"
import { ensureDependencies } from "./local/dependencies.mjs"
import { explain } from "./local/report.mjs"
import { takeLock } from "./local/run-lock.mjs"
import { createShutdown } from "./local/shutdown.mjs"

const root = path.resolve(import.meta.dirname, "..")
process.chdir(root)
const dev = process.argv.includes("--dev")
const shutdown = createShutdown({ onSignal: () => console.log("\nStopping …") })

try {
  const lock = takeLock(path.join(root, ".data"), dev ? "npm run dev" : "npm start")
  if (lock) shutdown.add(lock.release)
  await ensureDependencies(root, shutdown)
  const { startEnvironment, startWebBeside } = await loadPrograms()
  if (lock) await startEnvironment({ root, lock, shutdown, dev })
  else await startWebBeside({ root, shutdown, dev })
} catch (error) {
  if (!shutdown.isEnding()) explain(error)
  await shutdown.end(1)
}

/** @returns {Promise<typeof import("./local/start-environment.ts")>} */
async function loadPrograms() {
  const { generateAbis } = await import("./generate/generate.mjs")
  await generateAbis()
  const { register } = await import("tsx/esm/api")
  register()
  return import("./local/start-environment.ts")
}
