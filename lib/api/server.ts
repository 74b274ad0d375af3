import { type IncomingMessage, Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { peerHeader } from "./client-ip"
import { kept } from "./kept"
import { requestId, securityHeaders } from "./security"

const REQUEST_LINE_CAP = 8_192

/**
 * Goes before every request of this process's HTTP servers, those that already listen included: notes
 * the socket's peer where only routes find it, settles the request id, and sets the headers that
 * pages, files and the framework's own answers must carry too.
 */
export function prepareRequests() {
  kept("server", () => {
    const emit = Server.prototype.emit
    Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
      if (event === "request") prepare(args[0] as IncomingMessage, args[1] as ServerResponse)
      if (event === "clientError" && isLongLine(args[0])) return refuse(args[1] as Socket)
      return emit.apply(this, [event, ...args] as Parameters<typeof emit>)
    }
    return true
  })
}

function prepare(request: IncomingMessage, response: ServerResponse) {
  const given = request.headers["x-request-id"]
  const id = requestId(typeof given === "string" ? given : null)
  request.headers["x-request-id"] = id
  request.headers[peerHeader()] = request.socket.remoteAddress ?? ""
  response.setHeader("X-Request-Id", id)
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
}

/** Whether the parser gave up in the middle of a request line, which is longer than what routes refuse themselves. */
function isLongLine(error: unknown) {
  const { code, rawPacket } = error as { code?: string; rawPacket?: Buffer }
  if (code !== "HPE_HEADER_OVERFLOW" || !rawPacket) return false
  const end = rawPacket.indexOf("\n")
  return end < 0 || end > REQUEST_LINE_CAP
}

/** Node would answer 431 without a body. */
function refuse(socket: Socket) {
  if (!socket.writable) return false
  const id = requestId(null)
  const message = `The request line is longer than ${REQUEST_LINE_CAP} bytes`
  const body = JSON.stringify({
    error: message,
    code: "VALIDATION_FAILED",
    requestId: id,
    details: [{ path: "", message }],
  })
  const headers = [
    ["Content-Type", "application/json; charset=utf-8"],
    ["Content-Length", `${Buffer.byteLength(body)}`],
    ["Connection", "close"],
    ["X-Request-Id", id],
    ...securityHeaders(),
  ]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`)
  return true
}
