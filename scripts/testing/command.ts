import { spawn } from "node:child_process"
import { end, identify } from "@/scripts/local/processes.mjs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"

type Command = {
  args: readonly string[]
  cwd: string
  shutdown: Shutdown
  env?: Record<string, string> | undefined
  /** The program; this Node unless named. */
  file?: string
  /** Shows nothing while it runs; its output is returned. */
  isQuiet?: boolean
}

/** Runs a program to its end, its output shown as it comes; returns the exit code and the output. */
export function runCommand({
  args,
  cwd,
  shutdown,
  env = {},
  file = process.execPath,
  isQuiet = false,
}: Command) {
  const child = spawn(file, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  })
  const known = identify(child.pid ?? 0)
  shutdown.add(() => end(known))
  let output = ""
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-100_000)
      if (!isQuiet) to.write(chunk)
    })
  }
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ code: code ?? 1, output }))
  })
}
