import { readdirSync } from "node:fs"
import path from "node:path"
import { NextRequest } from "next/server"
import { beforeEach, describe, expect, test } from "vitest"
import { peerHeader } from "@/lib/http/client-ip"
import { config, proxy } from "@/proxy"
import { windowStart } from "@/tests/helpers/rate-window"

process.env.RATE_LIMIT_VIEW = "5"
process.env.RATE_LIMIT_LOOKUP = "2"

let ip = ""
let clients = 0
beforeEach(() => {
  ip = `10.7.${++clients >> 8}.${clients & 255}`
})

const open = (pathname: string, from = ip) =>
  proxy(new NextRequest(`http://localhost:3000${pathname}`, { headers: { [peerHeader()]: from } }))

const [matcher = ""] = config.matcher
const isMatched = (pathname: string) => new RegExp(`^${matcher}$`).test(pathname)
/** A page of its own address is refused sooner or later. */
async function isCounted(pathname: string) {
  if (!isMatched(pathname)) return false
  const from = `10.8.${++clients % 250}.1`
  for (let n = 0; n <= 5; n++) if ((await open(pathname, from)).status === 429) return true
  return false
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))

/** Paths that a kind of file of the app answers. */
const pathsOf = (name: string) =>
  filesBelow("app")
    .filter((file) => path.basename(file) === name)
    .map((file) => `/${path.dirname(file)}`.replace(/^\/\.$/, "/").replace(/\[+[^\]]*\]+/g, "0x12"))

describe("what counts as a page", () => {
  test.each(pathsOf("page.tsx"))("%s does", async (pathname) => {
    expect(await isCounted(pathname)).toBe(true)
  })

  test.each([
    "/foo",
    "/foo.xyz",
    "/tokens/0x12/opengraph-image-1a2b",
    "/tokens/0x12.json",
    "/icons/none.png",
    "/ipfs/a/b",
    "/live/x",
    "/_next/image",
  ])("%s does, whose answer may be one", async (pathname) => {
    expect(await isCounted(pathname)).toBe(true)
  })

  test.each([
    ...pathsOf("route.ts"),
    ...filesBelow("public").map((file) => `/${file}`),
    "/robots.txt",
    "/manifest.webmanifest",
    "/_next/static/chunks/a.js",
  ])("%s does not: a file, or a route with a window of its own", async (pathname) => {
    expect(await isCounted(pathname)).toBe(false)
  })
})

describe("a page", () => {
  beforeEach(() => windowStart())

  test("says nothing of one client's window: a shared cache would send it to others", async () => {
    const { headers } = await open("/foo.xyz")
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-/)
    expect(headers.get("ratelimit")).toBeNull()
  })

  test("429: beyond the window, as a page that a person understands", async () => {
    for (let n = 0; n < 5; n++) expect((await open("/markets")).status).toBe(200)
    const refused = await open("/markets")
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(refused.headers.get("ratelimit")).toMatch(/^"view";r=0;t=\d+$/)
    expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(refused.headers.get("content-security-policy")).toContain("default-src 'self'")
    expect(refused.headers.get("cache-control")).toBe("no-store")
    const text = await refused.text()
    expect(text).toContain("<h1>Too many requests</h1>")
    expect(text).toMatch(/This page reloads\s+automatically in \d+ seconds/)
    expect((await open("/markets", "10.9.9.9")).status).toBe(200)
  })

  test.each(["/search?q=a", "/tx/0x12", "/%74x/0x12", "/opengraph-image-1a2b"])(
    "429: %s, which is dear to make, has a smaller window",
    async (pathname) => {
      const statuses = [await open(pathname), await open(pathname), await open("/tx/0x34")]
      expect(statuses.map(({ status }) => status === 429)).toEqual([false, false, true])
      expect(statuses[2]?.headers.get("ratelimit-policy")).toBe('"lookup";q=2;w=60')
      expect((await open("/markets")).status).toBe(200)
    },
  )

  test("is counted per address, and per /64 of IPv6", async () => {
    for (let n = 0; n < 5; n++) await open("/markets", `2001:db8:0:${clients}::${n}`)
    expect((await open("/markets", `2001:db8:0:${clients}::ffff`)).status).toBe(429)
    expect((await open("/markets", `2001:db8:1:${clients}::1`)).status).toBe(200)
  })
})
