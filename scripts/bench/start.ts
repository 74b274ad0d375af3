import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "@/scripts/local/anvil"
import { judgeAims } from "./aims"
import { printTable } from "./table"

/** Seconds on two cores, with the package registry near. */
const AIMS = { first: 100, second: 4, dev: 15 }
const POLL_MS = 50
const LIMIT_MS = 20 * 60_000
const ROOT = path.resolve(import.meta.dirname, "../..")

/** What a start says of itself. */
const INSTALLED = /Dependencies installed\s+([\d.]+) s/

/** How long starts take until the first page is there: of a fresh clone of the newest commit, the next one, and dev. */
async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-start-"))
  // PostgreSQL, which refuses to run as root, has to enter it.
  chmodSync(folder, 0o755)
  try {
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${ROOT}`, folder])
    const first = await measureStart(folder)
    const second = await measureStart(folder)
    const dev = await measureStart(folder, ["--dev"])
    printTable(
      "Seconds to the first page",
      ["", "installing", "afterwards", "in all"],
      [
        ["npm start in a fresh clone", ...timesOf(first)],
        ["npm start again", ...timesOf(second)],
        ["npm run dev", ...timesOf(dev)],
      ],
    )
    judgeAims([
      { name: "npm start in a fresh clone", value: first.seconds, most: AIMS.first },
      { name: "npm start again", value: second.seconds, most: AIMS.second },
      { name: "npm run dev", value: dev.seconds, most: AIMS.dev },
    ])
  } finally {
    if (existsSync(path.join(folder, ".data"))) {
      execFileSync(process.execPath, ["scripts/reset.mjs", "--yes"], { cwd: folder })
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

type Start = { seconds: number; installing: number }

const timesOf = ({ seconds, installing }: Start) =>
  [installing, seconds - installing, seconds].map((value) => value.toFixed(1))

/** Starts, waits for the home page, lets the start come to its end, and stops it. */
async function measureStart(folder: string, options: readonly string[] = []): Promise<Start> {
  const [port, rpcPort] = [await freePort(), await freePort()]
  const startedAt = performance.now()
  const child = spawn(process.execPath, ["scripts/start.mjs", ...options], {
    cwd: folder,
    env: { ...inheritedVariables(), PORT: `${port}`, RPC_PORT: `${rpcPort}` },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk
    process.stdout.write(chunk)
  })
  try {
    await until(child, () => isPageThere(port))
    const seconds = (performance.now() - startedAt) / 1_000
    await until(child, async () => existsSync(path.join(folder, ".data/local.json")))
    return { seconds, installing: Number(INSTALLED.exec(output)?.[1] ?? 0) }
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM")
      await once(child, "exit")
    }
  }
}

/** This process has a database and secrets among its variables, which a fresh clone has not. */
function inheritedVariables(): NodeJS.ProcessEnv {
  const variables = { ...process.env }
  for (const name of Object.keys(variables)) {
    if (!/^(path|home|lang|npm_config_)/i.test(name)) delete variables[name]
  }
  return variables
}

async function isPageThere(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined)
  return response?.status === 200 && (await response.text()).includes("</html>")
}

async function until(child: ChildProcess, isDone: () => Promise<boolean>) {
  const deadline = performance.now() + LIMIT_MS
  while (!(await isDone())) {
    if (child.exitCode !== null) throw new Error(`The start ended with code ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error("The start takes longer than 20 minutes")
    await setTimeout(POLL_MS)
  }
}

await main()
