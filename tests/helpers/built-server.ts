import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { bundleServer } from "@/scripts/bundle-server.mjs"

/** A build with a framework that says what it is asked, and takes every unhandled rejection for itself. */
const FRAMEWORK = `
process.on("unhandledRejection", () => {})
module.exports = () => ({
  prepare: async () => {},
  close: async () => {},
  getRequestHandler: () => async (request, response) => {
    if (request.url === "/slow") await new Promise((resolve) => setTimeout(resolve, 500))
    response.end("framework: " + request.url)
  },
})`

/** Our server with all routes, without Next: `start` runs it as a process of its own. */
export async function buildServer() {
  // Packages are found from there.
  const folder = mkdtempSync(path.resolve("node_modules/.atoll-bundle-"))
  const children: ChildProcess[] = []
  await bundleServer(folder)
  mkdirSync(path.join(folder, "node_modules/next"), { recursive: true })
  writeFileSync(path.join(folder, "node_modules/next/index.js"), FRAMEWORK)

  async function start(variables: Record<string, string | undefined> = {}) {
    const port = await freePort()
    const child = spawn(process.execPath, ["app-server.mjs"], {
      cwd: folder,
      env: {
        ...process.env,
        CONTRACTS: "{}",
        PORT: `${port}`,
        HOSTNAME: "127.0.0.1",
        ...variables,
      },
    })
    children.push(child)
    const exited = once(child, "exit")
    let output = ""
    const isListening = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk) => {
          output += chunk
          if (output.includes("Listening on")) resolve()
        })
      }
    })
    await Promise.race([isListening, exited])
    return { child, exited, url: `http://127.0.0.1:${port}`, read: () => output }
  }

  return {
    start,
    killAll: () => {
      for (const child of children.splice(0)) child.kill("SIGKILL")
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
