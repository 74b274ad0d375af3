import { answerRoutes, type Route } from "./route-step"
import type { RouteEntry } from "./route-table"
import { createServer, type RequestHandler } from "./server"

/** The server that runs the app by itself: routes are answered from their declarations, all else by the framework. */
export const createAppServer = (handle: RequestHandler, routes: readonly RouteEntry<Route>[]) =>
  createServer(handle, [answerRoutes(routes)])
