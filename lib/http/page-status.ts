import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage, ServerResponse } from "node:http"
import { processSingleton } from "@/lib/async/process-singleton"

const responseStorage = () =>
  processSingleton("responses", () => new AsyncLocalStorage<ServerResponse>())

/** Runs the request handler so that `setPageStatus` can reach the response. */
export function withPageStatus<T>(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => T,
): T {
  // An RSC request of the router: on any other status than 200 it reloads the document.
  if (request.headers.rsc !== undefined) return handle()
  return responseStorage().run(response, handle)
}

/** Whether the request is for a document, not for an RSC payload. */
export const isDocumentRequest = () => responseStorage().getStore() !== undefined

const RETRY_AFTER_SECONDS = "5"

/**
 * Sets the HTTP status of the page being rendered. Next sets a status only for notFound() and errors, whose body is
 * empty until scripts run; a missing page returns its content and calls this instead. Call it before the first byte is
 * sent, so not below a Suspense boundary.
 */
export function setPageStatus(status: 404 | 503) {
  const response = responseStorage().getStore()
  if (!response || response.headersSent) return
  response.statusCode = status
  if (status === 503) response.setHeader("Retry-After", RETRY_AFTER_SECONDS)
}
