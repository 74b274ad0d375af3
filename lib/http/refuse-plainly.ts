import type { ServerResponse } from "node:http"
import { type ErrorCode, errorStatus } from "./errors"
import { remedyOf } from "./remedies"
import { JSON_TYPE } from "./response"
import { DATA_CSP, securityHeaders } from "./security"

/** Answers a request that reaches no operation, in the form of an operation's refusal; returns true. */
export function refusePlainly(
  response: ServerResponse,
  id: string,
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): true {
  response.setHeader("X-Request-Id", id)
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
  response.writeHead(errorStatus[code], {
    "Content-Type": JSON_TYPE,
    "Cache-Control": "no-store",
    "Content-Security-Policy": DATA_CSP,
    ...headers,
  })
  response.end(JSON.stringify({ error: message, code, requestId: id, remedy: remedyOf(code) }))
  return true
}
