import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { createServer } from "node:net"

/** A running local node. */
export type Anvil = {
  url: string
  port: number
  pid: number
  /** Settles when the node has ended, with what it said last. */
  ended: Promise<string>
  stop: () => Promise<void>
}

type Options = {
  /** Default: any free port. */
  port?: number
  chainId?: number
  /** Further command-line arguments. */
  args?: readonly string[]
  /** In a process group of its own, so that a terminal's Ctrl-C does not reach it. */
  detached?: boolean
}

/** Starts anvil and waits until it answers. Blocks are mined per transaction unless `args` say otherwise. */
export async function startAnvil({
  port,
  chainId = 31337,
  args = [],
  detached = false,
}: Options = {}): Promise<Anvil> {
  const chosen = port ?? (await freePort())
  const fixed = ["--port", `${chosen}`, "--chain-id", `${chainId}`, "--prune-history", "256"]
  const child = spawn(binary(), [...fixed, "--silent", ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    detached,
  })
  const url = `http://127.0.0.1:${chosen}`
  const ended = ending(child)
  await answering(child, url, ended)
  return { url, port: chosen, pid: child.pid ?? 0, ended, stop: () => end(child) }
}

/** A port nobody listens on at this moment. */
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

function ending(child: ChildProcess) {
  let log = ""
  child.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-2000)
  })
  return new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("exit", (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}: ${log}`))
  })
}

async function answering(child: ChildProcess, url: string, ended: Promise<string>) {
  let failure: string | undefined
  ended.then((why) => {
    failure = why
  })
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (failure !== undefined) throw new Error(`anvil did not start: ${failure}`)
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  child.kill("SIGKILL")
  throw new Error(`anvil did not answer within 30 seconds: ${await ended}`)
}

async function answers(url: string) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] })
  const headers = { "content-type": "application/json" }
  const response = await fetch(url, { method: "POST", headers, body }).catch(() => null)
  return response?.ok === true
}

function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.kill("SIGTERM")
  })
}
