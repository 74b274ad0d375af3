// Serves the app. The build puts a copy beside its output: `node .next/standalone/server.js`. It answers with several
// processes (see web-workers.mjs). `node scripts/server.mjs --dev` compiles pages when they are requested, in one
// process.
import cluster from "node:cluster"
import { readFileSync } from "node:fs"
import path from "node:path"
import { absoluteFolders, findBase, missingAddressBook } from "./server-folders.mjs"
import {
  countWorkers,
  drainTime,
  endWhenTold,
  WebWorkers,
  workerVariables,
} from "./web-workers.mjs"

const isDev = process.argv.includes("--dev")
const dir = isDev ? path.resolve(import.meta.dirname, "..") : import.meta.dirname
const port = Number(process.env.PORT) || 3000
const hostname = process.env.HOSTNAME || "0.0.0.0"

if (!isDev && cluster.isPrimary) {
  Object.assign(process.env, absoluteFolders(process.env, findBase({ cwd: process.cwd(), dir })))
  const reason = missingAddressBook(process.env)
  if (reason) {
    console.error(reason)
    process.exit(1)
  }
}
process.chdir(dir)
Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production" })

if (isDev || cluster.isWorker) {
  // Next catches unhandled rejections, so the process would neither answer nor end.
  await serve().catch((error) => {
    console.error(error)
    process.exit(1)
  })
} else {
  const count = countWorkers(process.env)
  cluster.once("listening", () => console.log(`Listening on http://${hostname}:${port}`))
  const variables = workerVariables(process.env, count)
  const file = "./server-limiter.mjs"
  /** @type {typeof import("../lib/api/server-limiter")} */
  const { createWindowKeeper } = await import(file)
  const onStart = createWindowKeeper()
  await new WebWorkers({ count, variables, drainMs: drainTime(process.env), onStart }).run()
}

async function serve() {
  if (!isDev) {
    const { config } = JSON.parse(readFileSync("required-server-files.json", "utf8"))
    process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
  }
  const bundle = isDev ? provideServer() : bundledServer()
  // Read after the environment is set.
  const { default: next } = await import("next")
  const app = next({ dir, dev: isDev, hostname, port })
  await app.prepare()
  const { createServer, closeStreams } = await bundle
  const server = createServer(app.getRequestHandler())
  server.on("error", (error) => {
    console.error(error)
    process.exit(1)
  })
  if (isDev) endAtOnce(app)
  else endWhenTold(server, { closeStreams, close: () => app.close() })
  server.listen(port, hostname)
}

/**
 * In development open pages keep their sockets, so that the server would not end.
 * @param {{ close: () => Promise<void> }} app
 */
function endAtOnce(app) {
  /** @param {number} code */
  const stop = async (code) => {
    await app.close()
    process.exit(code)
  }
  process.once("SIGINT", () => stop(130))
  process.once("SIGTERM", () => stop(143))
}

/** @typedef {Pick<typeof import("../lib/server/server"), "createServer"> & { closeStreams: () => void }} Bundle */

/**
 * The server with the routes of the app; the build puts it beside this file.
 * @returns {Promise<Bundle>}
 */
async function bundledServer() {
  const file = "./app-server.mjs"
  return await import(file)
}

/**
 * In development Next compiles the server and the routes.
 * @returns {Promise<Bundle>}
 */
async function provideServer() {
  const createServer = await new Promise((resolve) => {
    Object.assign(globalThis, { [Symbol.for("atoll.provide-server")]: resolve })
  })
  return { createServer, closeStreams: () => {} }
}
