import { once } from "node:events"
import { type IncomingMessage, request as openRequest, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { afterAll } from "vitest"
import type { AnswerRequest } from "@/lib/api/route"
import { peerHeader } from "@/lib/http/client-ip"
import type { RouteParams } from "@/lib/http/request"
import { RawBody } from "@/lib/http/response"
import { createServer } from "@/server/http-server"
import { sendAnswer } from "@/server/node-answer"
import { NodeRequest } from "@/server/node-request"

/** Names the exchange of a request on its way to the server. */
const EXCHANGE = "x-test-exchange"

type Exchange = { answer: AnswerRequest; params: RouteParams; peer: string }

const exchanges = new Map<string, Exchange>()
let count = 0
let starting: Promise<Server> | undefined

afterAll(async () => {
  const server = await starting
  server?.closeAllConnections()
  server?.close()
})

/** Our own server, which answers each request by the operation that its test names. */
async function startServer() {
  const missing = async () => {
    throw new Error("Nothing is left to the framework")
  }
  const server = createServer(missing, [
    async (request, response) => {
      const id = `${request.headers[EXCHANGE]}`
      const exchange = exchanges.get(id)
      if (!exchange) return false
      exchanges.delete(id)
      delete request.headers[EXCHANGE]
      request.headers[peerHeader()] = exchange.peer
      const { answer, params } = exchange
      const { body, ...head } = await answer(new NodeRequest(request), { params })
      // Tests load modules anew: the body's class may be another one of the same name.
      const own = body && "text" in body ? new RawBody(body.text, body.type) : body
      await sendAnswer(request, response, { ...head, body: own })
      return true
    },
  ])
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return server
}

/** What connections add; the operation says nothing of them. */
const OF_CONNECTIONS = /^(connection|date|keep-alive|transfer-encoding)$/i

/** Sends a request over a socket and has an operation answer it there. */
export async function callOverHttp(
  answer: AnswerRequest,
  request: Request,
  params: RouteParams,
): Promise<Response> {
  starting ??= startServer()
  const { port } = (await starting).address() as AddressInfo
  const id = `${++count}`
  exchanges.set(id, { answer, params, peer: request.headers.get(peerHeader()) ?? "" })
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  delete headers[peerHeader()]
  const sent = openRequest({
    ...{ port, host: "127.0.0.1", method: request.method, path: pathname + search, agent: false },
    headers: { ...headers, [EXCHANGE]: id },
  })
  const answered = once(sent, "response") as Promise<[IncomingMessage]>
  // A server that refuses a body does not read it to its end.
  const writing = request.body
    ? pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), sent)
    : sent.end()
  Promise.resolve(writing).catch(() => {})
  const [response] = await answered
  const result = await readResponse(response)
  sent.destroy()
  return result
}

async function readResponse(response: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const status = response.statusCode ?? 0
  const hasBody = ![204, 304].includes(status)
  const result = new Response(hasBody ? Buffer.concat(chunks) : null, { status })
  result.headers.delete("content-type")
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = response.rawHeaders.slice(at, at + 2)
    if (!OF_CONNECTIONS.test(name)) result.headers.append(name, value)
  }
  return result
}
