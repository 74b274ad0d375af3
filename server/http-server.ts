import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { Duplex } from "node:stream"
import { toApiError } from "@/lib/api/error-mapping"
import { env } from "@/lib/env"
import { peerHeader } from "@/lib/http/client-ip"
import { refusePlainly } from "@/lib/http/refuse-plainly"
import { remedyOf } from "@/lib/http/remedies"
import { JSON_TYPE } from "@/lib/http/response"
import { resolveRequestId, securityHeaders } from "@/lib/http/security"

const MAX_REQUEST_LINE_BYTES = 8_192
/** Larger than the request lines that routes refuse with a proper answer. */
const MAX_HEADER_BYTES = 262_144

/** A request has to arrive within this time, headers and body; unused connections are not counted. */
const ARRIVAL_TIMEOUT_MS = 30_000

/** What the framework can route; it fails on anything else. */
const ROUTABLE_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers a request in place of the framework, or returns false without having touched the response. Gets the
 * request with its id and its peer in the headers; nothing is set on the response.
 */
export type ServerStep = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>

/**
 * The HTTP server in front of the framework's request handler: notes the socket's peer where only routes find it,
 * settles the request id, answers what the framework cannot, and tries the steps in their order. What they leave goes
 * to the framework.
 */
export function createServer(handle: RequestHandler, steps: readonly ServerStep[]): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    // Longer than balancers keep an unused connection, which would else be reset at the moment of its next use.
    keepAliveTimeout: env().KEEP_ALIVE_SECONDS * 1_000,
    headersTimeout: ARRIVAL_TIMEOUT_MS,
    requestTimeout: ARRIVAL_TIMEOUT_MS,
  }
  const server = createHttpServer(options, async (request, response) => {
    const id = prepareRequest(request)
    if (refuseUnroutable(request, response, id)) return
    try {
      for (const step of steps) if (await step(request, response)) return
      setCommonHeaders(response, id)
      await handle(request, response)
    } catch (error) {
      const { code, message, headers } = toApiError(error, id, `${request.method} ${request.url}`)
      // A part of an answer must not pass for the whole.
      if (response.headersSent) response.destroy()
      else refusePlainly(response, id, code, message, headers)
    }
  })
  return server.on("clientError", answerParserError)
}

/** Puts the id and the peer of a request into its headers; answers the id. */
function prepareRequest(request: IncomingMessage) {
  const id = resolveRequestId({ get: (name) => request.headers[name]?.toString() ?? null })
  request.headers["x-request-id"] = id
  request.headers[peerHeader()] = request.socket.remoteAddress ?? ""
  return id
}

function setCommonHeaders(response: ServerResponse, id: string) {
  response.setHeader("X-Request-Id", id)
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
}

/** Answers a request on which the framework would fail with a page of its own. */
function refuseUnroutable(request: IncomingMessage, response: ServerResponse, id: string) {
  if (!ROUTABLE_METHODS.has(request.method ?? "")) {
    response.setHeader("Allow", [...ROUTABLE_METHODS].join(", "))
    return refusePlainly(response, id, "METHOD_NOT_ALLOWED", `${request.method} is not used here`)
  }
  if (!isDecodable(request.url ?? "")) {
    return refusePlainly(response, id, "NOT_FOUND", "The path is not a valid URL")
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

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** The answers Node gives itself where nothing listens to these errors; to all others it is 400. */
const PARSER_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
}

function answerParserError(error: ParserError, socket: Duplex) {
  if (error.code === "ECONNRESET" || !socket.writable) return
  if (isRequestLineOverflow(error)) return rejectRequestLine(socket)
  const status = PARSER_ERRORS[error.code ?? ""] ?? "400 Bad Request"
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

/** Whether the parser gave up in the middle of a request line, which is longer than what routes refuse themselves. */
function isRequestLineOverflow({ code, rawPacket }: ParserError) {
  if (code !== "HPE_HEADER_OVERFLOW" || !rawPacket) return false
  const end = rawPacket.indexOf("\n")
  return end < 0 || end > MAX_REQUEST_LINE_BYTES
}

/** As the routes refuse it; Node would answer 431 without a body. */
function rejectRequestLine(socket: Duplex) {
  const id = resolveRequestId()
  const message = `The request line is longer than ${MAX_REQUEST_LINE_BYTES} bytes`
  const body = JSON.stringify({
    error: message,
    code: "VALIDATION_FAILED",
    requestId: id,
    remedy: remedyOf("VALIDATION_FAILED"),
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
}
