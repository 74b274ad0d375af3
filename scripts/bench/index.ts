import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"

/** In this order; `npm run bench -- api candles` runs only those named. */
const BENCHES = [
  "api",
  "pages",
  "candles",
  "markets",
  "lending",
  "updown",
  "reef",
  "leaderboard",
  "sync",
  "stream",
  "follow",
  "backfill",
  "reindex",
]

/** Run only when they are named: they measure an instance that is running. */
const OF_INSTANCES = ["agent"]

/** Each bench runs in a process of its own: own environment, own memory, own connections. */
async function main() {
  const asked = process.argv.slice(2)
  const known = [...BENCHES, ...OF_INSTANCES]
  const unknown = asked.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`Unknown bench ${unknown.join(", ")}; there are ${known.join(", ")}`)
    process.exit(2)
  }
  const failed: string[] = []
  for (const name of asked.length === 0 ? BENCHES : known.filter((each) => asked.includes(each))) {
    console.log(`\n# ${name}`)
    if ((await run(name)) !== 0) failed.push(name)
  }
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(", ")}`)
    process.exit(1)
  }
}

function run(name: string): Promise<number> {
  const file = path.join(import.meta.dirname, `${name}.ts`)
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", file], { stdio: "inherit" })
    child.once("error", reject)
    child.once("exit", (code) => resolve(code ?? 1))
  })
}

await main()
