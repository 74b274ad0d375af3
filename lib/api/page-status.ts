import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage, ServerResponse } from "node:http"
import { processSingleton } from "./process-singleton"

const responseStorage = () =>
  processSingleton("responses", () => new AsyncLocalStorage<ServerResponse>())

/** Runs the handling of a request so that `setPageStatus` reaches its response. */
export function withPageStatus<T>(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => T,
): T {
  // The router asks for a page's data, not for a document: anything but 200 makes it load the page anew.
  if (request.headers.rsc !== undefined) return handle()
  return responseStorage().run(response, handle)
}

/** Whether a document is being rendered, and not the data of a page that the router asks for. */
export const isDocumentRequest = () => responseStorage().getStore() !== undefined

const RETRY_AFTER_SECONDS = "5"

/**
 * Sets the status of the page that is being rendered. Next sets one only for what is thrown, and answers a throw with
 * an empty body that scripts fill; so a page that is not there returns its content and calls this. It must be called
 * before the page's first byte, so not below a Suspense boundary.
 */
export function setPageStatus(status: 404 | 503) {
  const response = responseStorage().getStore()
  if (!response || response.headersSent) return
  response.statusCode = status
  if (status === 503) response.setHeader("Retry-After", RETRY_AFTER_SECONDS)
}
