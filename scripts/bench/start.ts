import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { execa } from "execa"
import { freePort } from "@/scripts/local/anvil"
import { type Options, printTable } from "./harness"
import { listCheckouts, stop, withCleanup } from "./instances"

const LIMIT_MS = 20 * 60_000

/** Messages of a start. */
const INSTALLED = /Dependencies installed\s+([\d.]+) s/

/**
 * Time until the first page of a fresh clone of the newest commit, of the next start, and of dev; beside those of
 * another checkout.
 */
export const benchStart = (options: Options) =>
  withCleanup(async (cleanup) => {
    const rows: string[][] = []
    for (const { server, folder: source } of listCheckouts(options)) {
      const folder = mkdtempSync(path.join(tmpdir(), "atoll-start-"))
      // PostgreSQL, which refuses to run as root, has to enter it.
      chmodSync(folder, 0o755)
      cleanup(() => rmSync(folder, { recursive: true, force: true }))
      // In a worktree, --depth also clones the checked-out commit.
      await execa("git", ["clone", "--quiet", "--depth", "1", `file://${source}`, folder])
      const reset = ["scripts/reset.mjs", "--yes"]
      cleanup(() => existsSync(path.join(folder, ".data")) && execa("node", reset, { cwd: folder }))
      const starts = { "a fresh clone": [], again: [], "npm run dev": ["--dev"] }
      for (const [what, args] of Object.entries(starts)) {
        const { seconds, installing } = await measureStart(folder, args)
        const times = [installing, seconds - installing, seconds]
        rows.push([what, server, ...times.map((value) => value.toFixed(1))])
      }
    }
    const headings = ["start", "of", "installing s", "afterwards s", "in all s"]
    printTable("Seconds to the first page", headings, rows)
  })

/** Starts, waits for the home page, lets the start come to its end, and stops it. */
async function measureStart(folder: string, args: readonly string[]) {
  const [port, rpcPort] = [await freePort(), await freePort()]
  // This process has a database and secrets among its variables, which a fresh clone has not.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(path|home|lang|npm_config_)/i.test(name)),
  )
  const startedAt = performance.now()
  const child = execa(process.execPath, ["scripts/start.mjs", ...args], {
    cwd: folder,
    env: { ...inherited, PORT: `${port}`, RPC_PORT: `${rpcPort}` },
    ...{ extendEnv: false, all: true, reject: false, stdin: "ignore", detached: true },
    forceKillAfterDelay: 60_000,
  })
  let output = ""
  child.all.on("data", (chunk: Buffer) => {
    output += chunk
  })
  const until = async (isDone: () => Promise<boolean>) => {
    const deadline = performance.now() + LIMIT_MS
    while (!(await isDone())) {
      if (child.exitCode !== null) throw new Error(`The start ended:\n${output.slice(-4_000)}`)
      if (performance.now() > deadline) throw new Error("The start takes longer than 20 minutes")
      await setTimeout(50)
    }
  }
  try {
    await until(() => isPageThere(port))
    const seconds = (performance.now() - startedAt) / 1_000
    await until(async () => existsSync(path.join(folder, ".data/local.json")))
    return { seconds, installing: Number(INSTALLED.exec(output)?.[1] ?? 0) }
  } finally {
    await stop(child)
  }
}

async function isPageThere(port: number) {
  const signal = AbortSignal.timeout(60_000)
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(() => undefined)
  return response?.status === 200 && (await response.text()).includes("</html>")
}
