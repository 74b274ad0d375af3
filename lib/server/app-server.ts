import { answerRoutes, type Route } from "./route-step"
import type { RouteEntry } from "./route-table"
import { createServer, type RequestHandler } from "./server"

/**
 * The server that runs the app itself: routes are answered from their declarations, everything else by the framework.
 */
export const createAppServer = (handle: RequestHandler, routes: readonly RouteEntry<Route>[]) =>
  createServer(handle, [answerRoutes(routes)])
