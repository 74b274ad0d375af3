import { once } from "node:events"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { request as secureRequest } from "node:https"
import { pipeline } from "node:stream/promises"

/** Hands requests on to a service, and keeps a list of them. */
export type CountingProxy = { url: string; requests: string[]; stop: () => void }

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    forward(target, incoming, response).catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function forward(target: string, incoming: IncomingMessage, response: ServerResponse) {
  const url = new URL(incoming.url ?? "/", target)
  const open = url.protocol === "https:" ? secureRequest : request
  const headers = { ...incoming.headers, host: url.host }
  const outgoing = open(url, { method: incoming.method ?? "GET", headers })
  const answered = once(outgoing, "response")
  await pipeline(incoming, outgoing)
  const [answer]: IncomingMessage[] = await answered
  if (!answer) return
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  await pipeline(answer, response)
}
