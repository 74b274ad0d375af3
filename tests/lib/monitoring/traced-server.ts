// Our server with one route, and instead of the framework one that reads the database and the node for each page.
import { once } from "node:events"
import { createServer as createHttpServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as syncRoute from "@/app/api/v1/sync/route"
import { getQuickClient } from "@/lib/chain/client"
import { pool } from "@/lib/db/client"
import { registerObservers } from "@/lib/index-observers"
import { startMonitoring } from "@/lib/monitoring/start"
import { log } from "@/lib/telemetry/logger"
import { watchRequests } from "@/lib/telemetry/requests"
import { endTracing } from "@/lib/telemetry/signals"
import { createServer } from "@/server/http-server"
import { createPageStep } from "@/server/pages"
import { answerRoutes } from "@/server/routes"

await startMonitoring("web")
watchRequests()
registerObservers()

const framework = createHttpServer(async (request, response) => {
  const symbol = request.url?.split("/").at(-1)
  await pool().query("select address from token where symbol = $1", [symbol])
  await pool()
    .query("select $1::int as number", [symbol])
    .catch(() => {})
  await getQuickClient()?.getBlockNumber()
  log.info(`Rendered for ${symbol}`)
  // After the answer: no part of the request.
  setTimeout(() => pool().query("select count(*) from trade"), 300)
  response.setHeader("Content-Type", "text/html").end("<p>A page</p>")
})

const listen = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const steps = [answerRoutes([["/api/v1/sync", syncRoute]]), createPageStep(await listen(framework))]
const url = await listen(createServer(async (_, response) => void response.end(), steps))

process.once("SIGTERM", async () => {
  await endTracing()
  process.exit(143)
})
process.send?.(url)
