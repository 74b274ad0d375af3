// Serves a build: `node .next/standalone/server.js`. Routes are answered from their declarations, pages and files by
// Next behind an HTTP cache.
import { createServer as createHttpServer, type Server, type ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import next from "next"
import { leaveContentFolder, watchContentFolder } from "@/lib/content/shared-folder"
import { describeMissingMigrations, describeSharedSessions } from "@/lib/db/schema-version"
import { env } from "@/lib/env"
import { phase } from "@/lib/health/phase"
import type { RouteEntry } from "@/lib/http/route-table"
import { getHub } from "@/lib/streams/hub"
import { log } from "@/lib/telemetry/logger"
import { endTracing } from "@/lib/telemetry/signals"
import { absoluteFolders, findBase, missingAddressBook } from "./folders"
import { createServer } from "./http-server"
import { createPageStep } from "./pages"
import { answerRoutes, type Route } from "./routes"

/** A server that is told to end has this long for the requests that have arrived. */
const STOP_MS = 25_000
/** A start waits this long for the database to say whether it has what this version needs. */
const DATABASE_MS = 2_000
/** A server that has answered these is ready, or has not been able to for so long. */
const FIRST_PAGES = ["/", "/launchpad", "/docs"]
const WARM_UP_MS = 5_000

type Place = { dir: string; routes: readonly RouteEntry<Route>[] }

/** Starts the server of the build in `dir`; the process ends where it cannot. */
export async function run(place: Place) {
  Object.assign(process.env, { NODE_ENV: "production" })
  Object.assign(
    process.env,
    absoluteFolders(process.env, findBase({ cwd: process.cwd(), dir: place.dir })),
  )
  const reason = missingAddressBook(process.env)
  if (reason) {
    log.fatal(reason)
    process.exit(1)
  }
  process.chdir(place.dir)
  try {
    await serve(place)
  } catch (error) {
    // Next listens to rejections that nobody handles: the process would neither answer nor end.
    if (error instanceof StartError) log.fatal(error.message)
    else log.fatal({ err: error }, "The server could not start")
    process.exit(1)
  }
}

/** Says all that who starts the server needs. */
class StartError extends Error {}

async function serve({ dir, routes }: Place) {
  phase().now = "starting"
  const port = Number(process.env.PORT) || 3000
  const hostname = process.env.HOSTNAME || "0.0.0.0"
  // Next takes `localhost` for its own address, and asks any other one over HTTP for what it rewrites to.
  const app = next({ dir, dev: false, hostname: "localhost", port })
  const [obstacle] = await Promise.all([findObstacleInTime(), app.prepare()])
  if (obstacle) throw new StartError(obstacle)
  const handle = app.getRequestHandler()
  const origin = await listen(createHttpServer(handle), 0, "127.0.0.1")
  const server = createServer(handle, [answerRoutes(routes), createPageStep(origin)])
  endWhenTold(server, () => app.close())
  await listen(server, port, hostname)
  log.info(`Listening on http://${hostname}:${port}`)
  for (const page of FIRST_PAGES) await warmUp(origin + page)
  if (phase().now === "starting") phase().now = "serving"
}

/** Lets the framework load what its pages have in common. One that fails is no matter: the database may be away. */
async function warmUp(url: string) {
  const signal = AbortSignal.timeout(WARM_UP_MS)
  await fetch(url, { signal })
    .then((answer) => answer.arrayBuffer())
    .catch(() => {})
}

/** A start does not wait for a database that is away: the server answers then that it is not ready. */
const findObstacleInTime = () =>
  Promise.race([
    findObstacle(),
    new Promise<null>((resolve) => setTimeout(resolve, DATABASE_MS, null).unref()),
  ])

async function findObstacle() {
  const missing = await describeMissingMigrations().catch(() => null)
  const shared = await describeSharedSessions().catch(() => null)
  const obstacle = missing ?? shared
  if (obstacle) return obstacle
  const problem = await watchContentFolder().catch(() => null)
  if (problem) await leaveContentFolder()
  return problem
}

/** Answers the address. */
function listen(server: Server, port: number, hostname: string) {
  return new Promise<string>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, hostname, () => {
      const address = server.address()
      resolve(`http://${hostname}:${typeof address === "object" ? address?.port : port}`)
    })
  })
}

/**
 * Ends the process on a signal, after the requests that have arrived; streams are closed, and their clients resume. A
 * supervisor's signal leaves balancers the time to find out: meanwhile it only says that it is not ready.
 */
function endWhenTold(server: Server, close: () => Promise<void>) {
  const sockets = new Set<Socket>()
  const busy = new Map<Socket, ServerResponse>()
  let isEnding = false
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.prependListener("request", ({ socket }, response) => {
    busy.set(socket, response)
    if (isEnding || phase().now === "draining") response.setHeader("Connection", "close")
    response.once("close", () => {
      busy.delete(socket)
      if (isEnding) socket.destroySoon()
    })
  })
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    const exit = async () => {
      await endTracing()
      process.exit(code)
    }
    setTimeout(exit, STOP_MS).unref()
    getHub().close()
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
    for (const response of busy.values()) {
      if (!response.headersSent) response.setHeader("Connection", "close")
    }
    // The HTTP server's own `close` destroys connections that it takes for unused, unsent answers included.
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
    await Promise.allSettled([close(), leaveContentFolder()])
    await exit()
  }
  process.once("SIGINT", () => end(130))
  process.once("SIGTERM", () => {
    const drainMs = env().DRAIN_SECONDS * 1_000
    if (drainMs > 0) phase().now = "draining"
    setTimeout(end, drainMs, 143)
  })
}
