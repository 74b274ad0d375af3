import { execa } from "execa"
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
export async function runCommand({
  args,
  cwd,
  shutdown,
  env = {},
  file = process.execPath,
  isQuiet = false,
}: Command) {
  const child = execa(file, args, {
    ...{ cwd, env, stdin: "ignore", all: true, reject: false, forceKillAfterDelay: 10_000 },
    ...(!isQuiet && { stdout: ["pipe", "inherit"], stderr: ["pipe", "inherit"] }),
  })
  shutdown.add(async () => {
    child.kill()
    await child
  })
  const { exitCode = 1, all } = await child
  return { code: exitCode, output: all }
}
