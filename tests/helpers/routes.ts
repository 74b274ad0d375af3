import path from "node:path"
import { pathToFileURL } from "node:url"
import { listRoutes } from "@/scripts/generate/openapi.mjs"
import { describeRoutes, type Handlers, openApiText } from "@/scripts/generate/openapi-text"

async function loadRoutes(): Promise<[string, Handlers][]> {
  return Promise.all(
    listRoutes().map(async (file) => [
      file,
      await import(pathToFileURL(path.resolve("app", file)).href),
    ]),
  )
}

/** Every public path under app/ with the contracts its route file carries. */
export const findRoutes = async () => describeRoutes(await loadRoutes())

/** The OpenAPI document that these routes make. */
export const describeOpenApi = async () => openApiText(await loadRoutes())
