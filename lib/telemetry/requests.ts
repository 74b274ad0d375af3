import { subscribe } from "node:diagnostics_channel"
import type { IncomingMessage, ServerResponse } from "node:http"
import { processSingleton } from "@/lib/async/process-singleton"
import { env, routePatterns } from "@/lib/env"
import { clientAddress, peerHeader } from "@/lib/http/client-ip"
import { createRouteTable } from "@/lib/http/route-table"
import { resolveRequestId } from "@/lib/http/security"
import { log, type RequestFacts, requests } from "./logger"

type Arrival = { request: IncomingMessage; response: ServerResponse; server: object }

/** Servers whose requests nobody counts: who measures does not measure himself. */
export const uncounted = new WeakSet<object>()

/** What is known of a request when its connection has the whole answer, or its client has left. */
export type Exchange = {
  method: string
  /** The pattern of the path: `/tokens/[address]`. */
  route: string
  status: number
  ms: number
  /** Sent, with the head. */
  bytes: number
  isAborted: boolean
}

type Watchers = { exchanges: ((exchange: Exchange) => void)[] }

const getWatchers = () => processSingleton("request-watchers", (): Watchers => ({ exchanges: [] }))

/** Tells `watch` of every request that has ended. */
export const onExchange = (watch: (exchange: Exchange) => void) => {
  getWatchers().exchanges.push(watch)
}

/**
 * Gives every request that an HTTP server of this process receives its id, and its lines this id: whichever server it
 * is, ours or the framework's.
 */
export function watchRequests(): void {
  processSingleton("request-subscription", () => {
    const watchers = getWatchers()
    subscribe("http.server.request.start", (message) => {
      if (isArrival(message)) begin(message, watchers)
    })
    return true
  })
}

const isArrival = (message: unknown): message is Arrival =>
  typeof message === "object" && message !== null && "request" in message && "server" in message

function begin({ request, response, server }: Arrival, { exchanges }: Watchers) {
  const { headers, socket } = request
  const facts: RequestFacts = {
    requestId: resolveRequestId({ get: (name) => headers[name]?.toString() ?? null }),
  }
  headers["x-request-id"] = facts.requestId
  requests.enterWith(facts)
  // What our server asks of the framework's is a part of the same request.
  if (headers[peerHeader()] !== undefined || uncounted.has(server)) return
  const startedAt = performance.now()
  const sentBefore = socket.bytesWritten
  response.once("close", () => {
    const { method = "", url = "" } = request
    const path = url.replace(/[?#].*$/s, "")
    const exchange: Exchange = {
      method,
      route: routeOf(path),
      status: response.statusCode,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      bytes: socket.bytesWritten - sentBefore,
      isAborted: !response.writableFinished,
    }
    for (const watch of exchanges) watch(exchange)
    if (env().ACCESS_LOG) writeAccess(request, path, { ...facts, ...exchange })
  })
}

const PROBES = /^\/api\/health(\/|$)/

/** Without the query, which may hold what is nobody's business. */
function writeAccess(
  request: IncomingMessage,
  path: string,
  { isAborted, ...facts }: Exchange & RequestFacts,
) {
  if (PROBES.test(path)) return
  const get = (name: string) => request.headers[name.toLowerCase()]?.toString() ?? null
  const address = env().ACCESS_LOG_ADDRESS && { address: clientAddress({ get }) }
  const line = { ...facts, path, ...(isAborted && { isAborted }), ...address }
  log.info(line, `${facts.method} ${path} ${facts.status}`)
}

/** Their answers last as long as their clients stay. */
export const STREAMS: ReadonlySet<string> = new Set(["/live", "/api/v1/stream"])

const findRoute = createRouteTable(routePatterns.map((pattern) => [pattern, pattern] as const))

/** The pattern of a path; "file" for files of the build, "other" for what nothing answers. */
export function routeOf(path: string) {
  if (path === "/") return path
  return path.startsWith("/_next/static/") ? "file" : (findRoute(path)?.value ?? "other")
}
