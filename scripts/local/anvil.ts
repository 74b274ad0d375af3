import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { rpc } from "./rpc"

/** A running local node. */
export type Anvil = {
  url: string
  port: number
  pid: number
  /** Settles when the node has ended, with its last output. */
  ended: Promise<string>
  stop: () => Promise<void>
}

type Options = {
  /** Default: any free port. A taken one is refused with PortTakenError. */
  port?: number
  chainId?: number
  /** Further command-line arguments. */
  args?: readonly string[]
  /** Number of newest blocks whose state the node keeps: contracts can be read as of them. */
  keptStates?: number
  /** In a separate process group, so that a terminal's Ctrl-C does not reach it. */
  detached?: boolean
}

/** As many as a full node of a public chain; each is a copy of the whole state in the node's memory. */
const KEPT_STATES = 256
/** A month of history is loaded in two seconds, on a busy machine in many more. */
const START_LIMIT_MS = 120_000

/** Another program listens on the port. */
export class PortTakenError extends Error {}

/** Starts anvil and waits until it listens. Blocks are mined per transaction unless `args` say otherwise. */
export async function startAnvil({
  port = 0,
  chainId = 31337,
  args = [],
  keptStates = KEPT_STATES,
  detached = false,
}: Options = {}): Promise<Anvil> {
  const fixed = ["--port", port, "--chain-id", chainId, "--prune-history", keptStates].map(String)
  const child = spawn(binary(), [...fixed, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  })
  const ended = exitMessage(child)
  const listening = await listeningPort(child, ended)
  const url = nodeUrl(listening)
  await rpc(url, "anvil_setLoggingEnabled", [false])
  return { url, port: listening, pid: child.pid ?? 0, ended, stop: () => end(child) }
}

/** The address of a node on this machine. */
export const nodeUrl = (port: number) => `http://127.0.0.1:${port}`

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => {
        if (address && typeof address === "object") resolve(address.port)
        else reject(new Error("The system gave no free port"))
      })
    })
  })
}

/** The platform's own binary: npm's wrapper script hides exit codes and outlives its parent. */
function binary() {
  const cpu = process.arch === "x64" ? "amd64" : process.arch
  const file = process.platform === "win32" ? "anvil.exe" : "anvil"
  return createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${cpu}/bin/${file}`,
  )
}

function exitMessage(child: ChildProcess) {
  let log = ""
  child.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-2000)
  })
  return new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message))
    // After the last of its output.
    child.once("close", (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}: ${log}`))
  })
}

/** The node's own word, not an answer on the port: another program may have taken that a moment ago. */
async function listeningPort(child: ChildProcess, ended: Promise<string>) {
  let output = ""
  const said = new Promise<number>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      output = (output + chunk).slice(-1_000)
      const port = /Listening on \S+:(\d+)/.exec(output)?.[1]
      if (port) resolve(Number(port))
    })
  })
  const late = AbortSignal.timeout(START_LIMIT_MS)
  const port = await Promise.race([said, ended, abortPromise(late)])
  if (typeof port === "number") return port
  child.kill("SIGKILL")
  const why = `anvil did not start: ${port ?? `it does not listen after ${START_LIMIT_MS / 1000} s`}`
  throw /address already in use/i.test(why) ? new PortTakenError(why) : new Error(why)
}

function abortPromise(signal: AbortSignal) {
  return new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined))
  })
}

function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.kill("SIGTERM")
  })
}
