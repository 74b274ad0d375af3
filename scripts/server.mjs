// Serves the app. The build puts a copy beside what it built: `node .next/standalone/server.js`.
// `node scripts/server.mjs --dev` compiles pages when they are requested.
import { readFileSync } from "node:fs"
import path from "node:path"

const isDev = process.argv.includes("--dev")
const dir = isDev ? path.resolve(import.meta.dirname, "..") : import.meta.dirname
const port = Number(process.env.PORT) || 3000
const hostname = process.env.HOSTNAME || "0.0.0.0"

process.chdir(dir)
if (!isDev) {
  const { config } = JSON.parse(readFileSync("required-server-files.json", "utf8"))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}
Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production" })

const createServer = isDev ? provideServer() : bundledServer()
// Read after the environment is set.
const { default: next } = await import("next")
const app = next({ dir, dev: isDev, hostname, port })
await app.prepare()
const server = (await createServer)(app.getRequestHandler())
server.on("error", (error) => {
  console.error(error)
  process.exit(1)
})
server.listen(port, hostname, () => console.log(`Listening on http://${hostname}:${port}`))

/** @param {number} code */
async function stop(code) {
  // In development open pages keep their sockets, so that it would not end.
  if (!isDev) await new Promise((resolve) => server.close(resolve))
  await app.close()
  process.exit(code)
}
process.once("SIGINT", () => stop(130))
process.once("SIGTERM", () => stop(143))

/** @typedef {typeof import("../lib/api/server").createServer} CreateServer */

/**
 * The server with the routes of the app; the build puts it beside this file.
 * @returns {Promise<CreateServer>}
 */
async function bundledServer() {
  const file = "./app-server.mjs"
  return (await import(file)).createServer
}

/**
 * In development Next compiles the server and the routes.
 * @returns {Promise<CreateServer>}
 */
function provideServer() {
  return new Promise((resolve) => {
    Object.assign(globalThis, { [Symbol.for("atoll.provide-server")]: resolve })
  })
}
