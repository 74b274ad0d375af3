// A web server of streams, in a process of its own.
import { createServer } from "node:http"
import * as streamRoute from "@/app/api/v1/stream/route"
import { answerRoutes } from "@/server/routes"

const answer = answerRoutes([["/api/v1/stream", streamRoute]])

const server = createServer(async (request, response) => {
  if (!(await answer(request, response))) response.writeHead(404).end()
})

server.listen(Number(process.env.PORT), "127.0.0.1")
