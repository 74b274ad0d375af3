import type { IncomingMessage, ServerResponse } from "node:http"
import { securityHeaders } from "@/lib/http/security"

/** Headers of every answer; the id is in the request. */
export function setOwnHeaders({ headers }: IncomingMessage, response: ServerResponse) {
  response.setHeader("X-Request-Id", headers["x-request-id"] ?? "")
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
}
