import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { expect, test } from "vitest"
import { createRouteTable } from "@/lib/server/route-table"
import { bundleServer, listRoutes } from "@/scripts/bundle-server.mjs"

const routes = listRoutes()

/** A path that the pattern is meant for, with segments no other pattern names. */
const exampleOf = (pattern: string) =>
  pattern.replace("/[...path]", "/none/of/them").replace(/\[\w+\]/g, "x-1")

test("the table has every route file of the app, and each answers its own path", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  expect(routes.length).toBe(files.filter((file) => path.basename(file) === "route.ts").length)
  const find = createRouteTable(routes.map(([pattern]) => [pattern, pattern] as const))
  for (const [pattern, file] of routes) {
    expect(existsSync(file.replace("@/", "")), file).toBe(true)
    expect(find(exampleOf(pattern))?.value).toBe(pattern)
  }
})

test("no page and no public file stands where a route is", () => {
  const find = createRouteTable(routes.map(([pattern]) => [pattern, pattern] as const))
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${path.dirname(file)}`)
  const files = readdirSync("public", { recursive: true, encoding: "utf8" }).map((at) => `/${at}`)
  expect(pages.length).toBeGreaterThan(10)
  for (const at of [...pages, ...files]) expect(find(exampleOf(at)), at).toBeUndefined()
})

test("the bundle answers routes and leaves the rest to the framework", async () => {
  const folder = mkdtempSync(path.resolve("node_modules/.atoll-bundle-"))
  let server: Server | undefined
  try {
    const file = path.join(folder, "app-server.mjs")
    await bundleServer(folder)
    const { createServer } = (await import(file)) as {
      createServer: (handle: RequestListener) => Server
    }
    server = createServer((request, response) => {
      response.end(`framework: ${request.url}`)
    })
    const listening = server
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const ask = async (at: string) => (await fetch(`http://127.0.0.1:${port}${at}`)).text()
    expect(JSON.parse(await ask("/api/openapi.json"))).toHaveProperty("openapi")
    expect(JSON.parse(await ask("/api/x"))).toMatchObject({ code: "NOT_FOUND" })
    expect(JSON.parse(await ask("/api/v1/tokens"))).toMatchObject({ code: "UNAUTHENTICATED" })
    for (const at of ["/", "/api", "/api/", "/tokens/0x1", "/search/data", "/ipfs/%61"]) {
      expect(await ask(at)).toBe(`framework: ${at}`)
    }
  } finally {
    server?.close()
    rmSync(folder, { recursive: true })
  }
})
