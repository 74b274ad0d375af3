import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { bundleServer } from "@/scripts/bundle-server.mjs"

let folder = ""
let child: ChildProcess | undefined

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

beforeAll(async () => {
  // Packages are found from there.
  folder = mkdtempSync(path.resolve("node_modules/.atoll-bundle-"))
  await bundleServer(folder)
  mkdirSync(path.join(folder, "node_modules/next"), { recursive: true })
  writeFileSync(path.join(folder, "node_modules/next/index.js"), FRAMEWORK)
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void child?.kill("SIGKILL"))

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function start(variables: Record<string, string | undefined> = {}) {
  const port = await freePort()
  child = spawn(process.execPath, ["app-server.mjs"], {
    cwd: folder,
    env: { ...process.env, CONTRACTS: "{}", PORT: `${port}`, HOSTNAME: "127.0.0.1", ...variables },
  })
  const exited = once(child, "exit")
  let output = ""
  const isListening = new Promise<void>((resolve) => {
    for (const stream of [child?.stdout, child?.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk
        if (output.includes("Listening on")) resolve()
      })
    }
  })
  await Promise.race([isListening, exited])
  return { child, exited, url: `http://127.0.0.1:${port}`, read: () => output }
}

test("the server answers routes itself and leaves the rest to the framework", async () => {
  const { url } = await start()
  const ask = async (at: string) => (await fetch(url + at)).text()
  expect(JSON.parse(await ask("/api/openapi.json"))).toHaveProperty("openapi")
  expect(JSON.parse(await ask("/api/x"))).toMatchObject({ code: "NOT_FOUND" })
  expect(JSON.parse(await ask("/api/v1/tokens"))).toMatchObject({ code: "UNAUTHENTICATED" })
  for (const at of ["/", "/api", "/api/", "/tokens/0x1", "/search/data", "/ipfs/%61"]) {
    expect(await ask(at)).toBe(`framework: ${at}`)
  }
})

test("told to end, it answers what has arrived, takes nothing more, and ends", async () => {
  const { url, child: server, exited } = await start()
  // A connection that stays open unused.
  expect((await fetch(`${url}/`)).status).toBe(200)
  const arrived = fetch(`${url}/slow`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  server.kill("SIGTERM")
  const answer = await arrived
  expect(await answer.text()).toBe("framework: /slow")
  expect(answer.headers.get("connection")).toBe("close")
  expect(await exited).toEqual([143, null])
  await expect(fetch(`${url}/`)).rejects.toThrow()
})

test.each([
  ["its environment", { SESSION_SECRET: "short" }, "SESSION_SECRET"],
  [
    "a chain without an address book",
    { CONTRACTS: "", CHAIN_ID: "77" },
    "no address book of chain 77",
  ],
])("a server that cannot start for %s ends at once, and says why", async (_, variables, reason) => {
  const { exited, read } = await start(variables)
  expect(await exited).toEqual([1, null])
  expect(read()).toContain(reason)
})
