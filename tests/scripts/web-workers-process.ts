// A server of two web processes that say which one answers.
import cluster from "node:cluster"
import { existsSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"
import { countRequest } from "@/lib/api/rate-limit"
import { createWindowKeeper } from "@/lib/api/server-limiter"
import { createServer } from "@/lib/server/server"
import { endWhenTold, WebWorkers } from "@/scripts/web-workers.mjs"

if (cluster.isPrimary) {
  const variables = { WEB_CONCURRENCY: "2" }
  const onStart = createWindowKeeper()
  await new WebWorkers({ count: 2, variables, drainMs: 20_000, onStart }).run()
  process.send?.("ready")
} else {
  if (existsSync(process.env.BROKEN_FILE ?? "")) throw new Error("of a new worker")
  const server = createServer(async (request, response) => {
    if (request.url === "/slow") await wait(1_500)
    if (request.url?.startsWith("/count/")) {
      const { isAllowed } = await countRequest("key", request.url)
      response.statusCode = isAllowed ? 200 : 429
    }
    response.end(`${process.pid}`)
  })
  endWhenTold(server, { closeStreams: () => {}, close: async () => {} })
  server.listen(Number(process.env.PORT), "127.0.0.1")
}
