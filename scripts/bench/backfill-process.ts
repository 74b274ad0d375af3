import { fork } from "node:child_process"
import path from "node:path"

export type BackfillResult = {
  events: number
  seconds: number
  megabytes: number
  /** Processor time of the process. */
  cpuSeconds: number
}

/** Reads a chain into an empty database in a process of its own; `variables` name both. */
export function runBackfill(variables: Record<string, string>): Promise<BackfillResult> {
  const file = path.join(import.meta.dirname, "backfill-run.ts")
  const env = { ...process.env, ...variables }
  const child = fork(file, { env, execArgv: ["--import", "tsx"] })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("message", (result) => resolve(result as BackfillResult))
    child.once("exit", (code) => reject(new Error(`The backfill ended with ${code}`)))
  })
}
