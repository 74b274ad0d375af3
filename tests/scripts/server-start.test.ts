import { spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"

const build = mkdtempSync(path.join(tmpdir(), "atoll-server-"))
afterAll(() => rmSync(build, { recursive: true, force: true }))

/** A build whose app refuses its environment, beside a framework that takes every unhandled rejection for itself. */
function writeBuild() {
  for (const file of ["server.mjs", "server-folders.mjs", "web-workers.mjs"]) {
    cpSync(path.resolve("scripts", file), path.join(build, file))
  }
  const next = path.join(build, "node_modules/next")
  mkdirSync(next, { recursive: true })
  writeFileSync(
    path.join(next, "index.js"),
    `process.on("unhandledRejection", () => {})
     module.exports = () => ({ prepare: async () => {}, getRequestHandler: () => {} })
     setInterval(() => {}, 1_000)`,
  )
  writeFileSync(path.join(build, "required-server-files.json"), '{ "config": {} }')
  writeFileSync(
    path.join(build, "app-server.mjs"),
    'export const createServer = () => { throw new Error("Invalid environment") }',
  )
  writeFileSync(
    path.join(build, "server-limiter.mjs"),
    "export const createWindowKeeper = () => () => {}",
  )
  writeFileSync(path.join(build, "server.js"), 'import("./server.mjs")\n')
}

test("a server whose app refuses its environment ends at once, and says why", async () => {
  writeBuild()
  const server = spawn(process.execPath, ["server.js"], {
    cwd: build,
    env: { ...process.env, CONTRACTS: "{}", WEB_CONCURRENCY: "1" },
    timeout: 20_000,
  })
  let output = ""
  server.stderr.on("data", (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve) => server.once("exit", resolve))
  expect(output).toContain("Error: Invalid environment")
  expect(code).toBe(1)
}, 30_000)
