import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type BenchResult, parseAimRows, printSummary } from "./aims"

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

/** Run only when they are named: one needs a running instance, the other one a package registry. */
const ONLY_NAMED = ["agent", "start"]

/** Each bench runs in a process of its own: own environment, own memory, own connections. */
async function main() {
  const asked = process.argv.slice(2)
  const known = [...BENCHES, ...ONLY_NAMED]
  const unknown = asked.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`Unknown bench ${unknown.join(", ")}; there are ${known.join(", ")}`)
    process.exit(2)
  }
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-aims-"))
  const results: BenchResult[] = []
  try {
    for (const bench of asked.length === 0
      ? BENCHES
      : known.filter((each) => asked.includes(each))) {
      console.log(`\n# ${bench}`)
      const file = path.join(folder, bench)
      const code = await run(bench, file)
      const judgements = existsSync(file) ? parseAimRows(readFileSync(file, "utf8")) : []
      results.push({ bench, code, judgements })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = printSummary(results)
}

/** Its exit code; `aims` is the file for its judgements. */
function run(name: string, aims: string): Promise<number> {
  const file = path.join(import.meta.dirname, `${name}.ts`)
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", file], {
      stdio: "inherit",
      env: { ...process.env, BENCH_AIMS: aims },
    })
    child.once("error", reject)
    child.once("exit", (code) => resolve(code ?? 1))
  })
}

await main()
