import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { createServer } from "node:net"

/** A running local node. */
export type Anvil = { url: string; port: number; pid: number; stop: () => Promise<void> }

type Options = {
  /** Default: any free port. */
  port?: number
  chainId?: number
  /** Further command-line arguments. */
  args?: readonly string[]
}

/** Starts anvil and waits until it answers. Blocks are mined per transaction unless `args` say otherwise. */
export async function startAnvil({
  port,
  chainId = 31337,
  args = [],
}: Options = {}): Promise<Anvil> {
  const chosen = port ?? (await freePort())
  const child = spawn(
    binary(),
    [
      "--port",
      `${chosen}`,
      "--chain-id",
      `${chainId}`,
      "--prune-history",
      "256",
      "--silent",
      ...args,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  )
  const url = `http://127.0.0.1:${chosen}`
  await answering(child, url)
  return { url, port: chosen, pid: child.pid ?? 0, stop: () => end(child) }
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

async function answering(child: ChildProcess, url: string) {
  let log = ""
  child.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-2000)
  })
  let failed: Error | undefined
  child.once("error", (error) => {
    failed = error
  })
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (failed) throw failed
    if (child.exitCode !== null) throw new Error(`anvil ended with code ${child.exitCode}: ${log}`)
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  child.kill("SIGKILL")
  throw new Error(`anvil did not answer within 30 seconds: ${log}`)
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
