import { type IncomingMessage, Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { peerHeader } from "./client-ip"
import { type ErrorCode, errorStatus } from "./errors"
import { withPageStatus } from "./page-status"
import { processSingleton } from "./process-singleton"
import { JSON_TYPE } from "./response"
import { DATA_CSP, resolveRequestId, securityHeaders } from "./security"

const MAX_REQUEST_LINE_BYTES = 8_192

/**
 * Longer than the usual client keeps an unused connection, which would otherwise be reset at the moment of its
 * next use.
 */
const KEEP_ALIVE_MS = 75_000
/** A request has to arrive within this time, headers and body; unused connections are not counted. */
const ARRIVAL_TIMEOUT_MS = 30_000

/** What the framework can route; it fails on anything else. */
const ROUTABLE_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/**
 * Goes before every request of this process's HTTP servers, those that already listen included: notes
 * the socket's peer where only routes find it, settles the request id, and sets the headers that
 * pages, files and the framework's own answers must carry too.
 */
export function installRequestHooks() {
  processSingleton("server", () => {
    const emit = Server.prototype.emit
    Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
      const [first, second] = args
      const handle = () => emit.apply(this, [event, ...args] as Parameters<typeof emit>)
      if (event === "connection") setTimeouts(this)
      if (event === "request") {
        const [request, response] = [first as IncomingMessage, second as ServerResponse]
        return answerEarly(request, response) || withPageStatus(request, response, handle)
      }
      if (event === "clientError" && isRequestLineOverflow(first))
        return rejectRequestLine(second as Socket)
      return handle()
    }
    return true
  })
}

/** The framework makes the server with Node's defaults. */
function setTimeouts(server: Server) {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = ARRIVAL_TIMEOUT_MS
  server.requestTimeout = ARRIVAL_TIMEOUT_MS
}

/** Prepares a request, or answers it itself where the framework would fail with a page of its own. */
function answerEarly(request: IncomingMessage, response: ServerResponse) {
  const given = request.headers["x-request-id"]
  const id = resolveRequestId(typeof given === "string" ? given : null)
  request.headers["x-request-id"] = id
  request.headers[peerHeader()] = request.socket.remoteAddress ?? ""
  response.setHeader("X-Request-Id", id)
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
  if (!ROUTABLE_METHODS.has(request.method ?? "")) {
    response.setHeader("Allow", [...ROUTABLE_METHODS].join(", "))
    return answerJson(response, id, "METHOD_NOT_ALLOWED", `${request.method} is not used here`)
  }
  if (!isDecodable(request.url ?? "")) {
    return answerJson(response, id, "NOT_FOUND", "The path is not a valid URL")
  }
  return false
}

/** Whether the percent-encoding of the path is whole, and text that a column can hold. */
function isDecodable(target: string) {
  if (!target.includes("%")) return true
  try {
    return !decodeURIComponent(target.replace(/[?#].*$/s, "")).includes("\0")
  } catch {
    return false
  }
}

function answerJson(response: ServerResponse, id: string, code: ErrorCode, message: string) {
  response.writeHead(errorStatus[code], {
    "Content-Type": JSON_TYPE,
    "Cache-Control": "no-store",
    "Content-Security-Policy": DATA_CSP,
  })
  response.end(JSON.stringify({ error: message, code, requestId: id }))
  return true
}

/** Whether the parser gave up in the middle of a request line, which is longer than what routes refuse themselves. */
function isRequestLineOverflow(error: unknown) {
  const { code, rawPacket } = error as { code?: string; rawPacket?: Buffer }
  if (code !== "HPE_HEADER_OVERFLOW" || !rawPacket) return false
  const end = rawPacket.indexOf("\n")
  return end < 0 || end > MAX_REQUEST_LINE_BYTES
}

/** Node would answer 431 without a body. */
function rejectRequestLine(socket: Socket) {
  if (!socket.writable) return false
  const id = resolveRequestId(null)
  const message = `The request line is longer than ${MAX_REQUEST_LINE_BYTES} bytes`
  const body = JSON.stringify({
    error: message,
    code: "VALIDATION_FAILED",
    requestId: id,
    details: [{ path: "", message }],
  })
  const headers = [
    ["Content-Type", JSON_TYPE],
    ["Content-Length", `${Buffer.byteLength(body)}`],
    ["Connection", "close"],
    ["X-Request-Id", id],
    ...securityHeaders(),
  ]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`)
  return true
}
