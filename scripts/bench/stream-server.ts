// A web server of streams and of what they are measured beside, in a process of its own.
import { createServer } from "node:http"
import * as streamRoute from "@/app/api/v1/stream/route"
import * as tradesRoute from "@/app/api/v1/tokens/[address]/trades/route"
import { answerRoutes } from "@/lib/api/route-step"

const answer = answerRoutes([
  ["/api/v1/stream", streamRoute],
  ["/api/v1/tokens/[address]/trades", tradesRoute],
])

const server = createServer(async (request, response) => {
  if (!(await answer(request, response))) response.writeHead(404).end()
})

/** Bytes when nothing is left to collect: of the process, which keeps what it once had, and of what is in use. */
function measureMemory() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { process: rss, used: heapUsed + external }
}

process.on("message", (message) => {
  if (message === "memory") process.send?.({ memory: measureMemory() })
})
// With its parent it has no reason to go on.
process.on("disconnect", () => process.exit())

server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("listening"))
