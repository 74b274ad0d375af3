import { fork } from "node:child_process"
import { once } from "node:events"
import path from "node:path"
import { end, identify } from "./processes.mjs"
import { UserError } from "./report.mjs"

export type HistoryReader = {
  pid: number
  /** Reads all blocks there are. */
  read: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Reads a history while it is written. Loans and share prices are read as of their blocks, and the node keeps the state
 * of its newest blocks only.
 */
export function startHistoryReader(root: string, variables: NodeJS.ProcessEnv): HistoryReader {
  const child = fork(path.join(root, "scripts/local/read-history.ts"), {
    cwd: root,
    env: { ...variables, KEEPER_PRIVATE_KEY: undefined, NODE_ENV: "production" },
    execArgv: ["--import", import.meta.resolve("tsx")],
    // A terminal's Ctrl-C does not reach it.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  let errors = ""
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000)
  })
  const reader = identify(child.pid ?? 0)
  const ended = once(child, "exit").then(() => "ended")
  return {
    pid: reader.pid,
    async read() {
      if (!child.connected) throw failure(errors)
      const answered = once(child, "message")
      child.send("read")
      if ((await Promise.race([answered, ended])) === "ended") throw failure(errors)
    },
    async stop() {
      if (child.connected) child.disconnect()
      await end(reader)
    },
  }
}

const failure = (errors: string) =>
  new UserError("The sample history could not be read while it was written.", errors)
