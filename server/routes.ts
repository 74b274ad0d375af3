import type { IncomingMessage, ServerResponse } from "node:http"
import type { AnswerRequest } from "@/lib/api/route"
import type { RouteParams } from "@/lib/http/request"
import { createRouteTable, type RouteEntry } from "@/lib/http/route-table"
import { securityHeaders } from "@/lib/http/security"
import type { ServerStep } from "./http-server"
import { sendAnswer } from "./node-answer"
import { NodeRequest, toRequest } from "./node-request"

type PlainHandler = (request: Request) => Promise<Response>
type RouteHandler = PlainHandler | { answer: AnswerRequest }

/** A route file: its handlers by method, among settings of the framework. */
export type RouteModule = Readonly<Record<string, unknown>>

/** A route file, or what loads it when its path is first asked for. */
export type Route = RouteModule | (() => Promise<RouteModule>)

/**
 * Answers the table's paths from their route files, without the framework. Undeclared paths and methods are left to
 * the framework.
 */
export function answerRoutes(entries: readonly RouteEntry<Route>[]): ServerStep {
  const find = createRouteTable(entries.map(([pattern, route]) => [pattern, { route }] as const))
  return async (request, response) => {
    const match = find(pathOf(request.url ?? ""))
    const module = match && (await loadRoute(match.value))
    const handler = module?.[request.method ?? ""]
    if (!isRouteHandler(handler)) return false
    await (isOperation(handler)
      ? answerOperation(handler, request, response, match?.params ?? {})
      : answerPlain(handler, request, response))
    return true
  }
}

/** The entry keeps the loaded module, because `import()` takes time even for a loaded one. */
async function loadRoute(place: { route: Route }): Promise<RouteModule> {
  if (isLoader(place.route)) place.route = await place.route()
  return place.route
}

const isLoader = (route: Route) => typeof route === "function"

function pathOf(target: string) {
  const end = target.indexOf("?")
  return end < 0 ? target : target.slice(0, end)
}

const isRouteHandler = (value: unknown): value is RouteHandler => typeof value === "function"

const isOperation = (handler: RouteHandler): handler is { answer: AnswerRequest } =>
  "answer" in handler

async function answerOperation(
  { answer }: { answer: AnswerRequest },
  request: IncomingMessage,
  response: ServerResponse,
  params: RouteParams,
) {
  await sendAnswer(request, response, await answer(new NodeRequest(request), { params }))
}

/** A handler of the framework's kind, without a contract. */
async function answerPlain(
  handle: PlainHandler,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const gone = new AbortController()
  response.once("close", () => gone.abort())
  const { status, headers, body } = await handle(toRequest(request, gone.signal))
  const common: (readonly [string, string])[] = [
    ["X-Request-Id", String(request.headers["x-request-id"])],
    ...securityHeaders(),
  ]
  const missing = common.filter(([name]) => !headers.has(name))
  await sendAnswer(request, response, { status, headers: [...headers, ...missing], body })
}
