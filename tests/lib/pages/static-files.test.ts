import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStaticStep } from "@/lib/pages/static-files"
import { createServer } from "@/lib/server/server"

const folder = mkdtempSync(path.join(tmpdir(), "atoll-static-"))
const script = Array.from({ length: 4_000 }, (_, at) => `call${at % 97}(${at})`).join(";")
let server: Server
let origin = ""

beforeAll(async () => {
  mkdirSync(path.join(folder, ".next/static/chunks"), { recursive: true })
  writeFileSync(path.join(folder, ".next/static/chunks/a.js"), script)
  mkdirSync(path.join(folder, ".next/static/media"))
  writeFileSync(path.join(folder, ".next/static/media/icons.svg"), "<svg/>")
  writeFileSync(path.join(folder, ".next/secret.js"), "secret")
  server = createServer(
    async (_, response) => {
      response.end("framework")
    },
    [createStaticStep(folder, ".next")],
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const get = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(origin + target, { method, headers: { "accept-encoding": "gzip, br", ...headers } })

test("a script comes in Brotli, better compressed once it is asked for again", async () => {
  const first = await get("/_next/static/chunks/a.js")
  expect(first.headers.get("content-encoding")).toBe("br")
  expect(first.headers.get("content-type")).toBe("application/javascript; charset=UTF-8")
  expect(first.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  expect(first.headers.get("x-frame-options")).toBe("DENY")
  expect(first.headers.get("x-request-id")).toBeTruthy()
  expect(await first.text()).toBe(script)
  const size = Number(first.headers.get("content-length"))
  await expect
    .poll(async () => {
      const again = await get("/_next/static/chunks/a.js")
      expect(await again.text()).toBe(script)
      return Number(again.headers.get("content-length"))
    })
    .toBeLessThan(size)
})

test("a drawing comes in Brotli", async () => {
  const drawing = await get("/_next/static/media/icons.svg")
  expect(drawing.headers.get("content-encoding")).toBe("br")
  expect(drawing.headers.get("content-type")).toBe("image/svg+xml")
  expect(await drawing.text()).toBe("<svg/>")
})

test("HEAD has no body", async () => {
  const head = await get("/_next/static/chunks/a.js", {}, "HEAD")
  expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0)
  expect(await head.text()).toBe("")
})

test.each([
  ["a file that is not there", "/_next/static/chunks/b.js", {}],
  ["a file elsewhere", "/_next/static/%2e%2e/secret.js", {}],
  ["whoever takes gzip only", "/_next/static/chunks/a.js", { "accept-encoding": "gzip" }],
  ["a part of a file", "/_next/static/chunks/a.js", { range: "bytes=0-1" }],
  ["whoever has it", "/_next/static/chunks/a.js", { "if-none-match": 'W/"a"' }],
])("the framework answers %s", async (_, target, headers) => {
  const response = await get(target, headers as Record<string, string>)
  expect(await response.text()).toBe("framework")
})
