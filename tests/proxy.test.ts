import { NextRequest } from "next/server"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { linkForPrograms } from "@/lib/pages/markdown-twin"
import { log as logger } from "@/lib/telemetry/logger"
import { proxy } from "@/proxy"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

process.env.RATE_LIMIT_VIEW = "40"
process.env.TRUSTED_PROXY_HEADER = "x-client"

let clients = 0

beforeEach(async () => {
  await emptyTables()
  clients += 1
})

const ask = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  proxy(
    new NextRequest(`http://localhost:3000${target}`, {
      method,
      headers: { "x-client": `10.0.0.${clients}`, accept: "text/html", ...headers },
    }),
  )

/** What the rendering gets in the header. */
const passed = (response: Response, name: string) =>
  response.headers.get(`x-middleware-request-${name}`)

const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1]

describe("the document of a page", () => {
  test("may be kept by shared caches for a second, a wallet's by none", async () => {
    for (const target of ["/", "/markets", "/launchpad?page=2", "/docs/api"]) {
      const { headers } = await ask(target)
      expect(headers.get("cache-control"), target).toBe(
        "public, max-age=0, s-maxage=1, stale-while-revalidate=30",
      )
      expect(headers.get("cdn-cache-control")).toBe("max-age=1, stale-while-revalidate=30")
    }
    for (const target of [
      `/portfolio/${addressOf(1)}`,
      "/account",
      `/vesting?wallet=${addressOf(1)}`,
    ]) {
      const { headers } = await ask(target)
      expect(headers.get("cache-control"), target).toBe("private, no-cache")
      expect(headers.get("cdn-cache-control")).toBeNull()
    }
  })

  test("has an id, its links and a policy; two renderings never share a nonce", async () => {
    const first = await ask("/markets", { "x-request-id": "my-request-1" })
    expect(first.headers.get("x-request-id")).toBe("my-request-1")
    expect(first.headers.get("link")).toBe(linkForPrograms("/markets"))
    expect(first.headers.get("x-frame-options")).toBe("DENY")
    const nonces = new Set<string | undefined>()
    for (let n = 0; n < 20; n++) {
      const response = await ask("/markets")
      const nonce = nonceOf(response.headers.get("content-security-policy"))
      expect(nonce).toHaveLength(24)
      expect(passed(response, "x-nonce")).toBe(nonce)
      expect(passed(response, "content-security-policy")).toContain(`'nonce-${nonce}'`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(20)
  })

  test("takes no nonce and no outage from a client", async () => {
    const response = await ask("/markets", {
      "x-nonce": "mine",
      "x-atoll-database": "away",
      "x-atoll-missing": "post",
    })
    expect(passed(response, "x-nonce")).not.toBe("mine")
    expect(passed(response, "x-atoll-database")).toBeNull()
    expect(passed(response, "x-atoll-missing")).toBeNull()
  })

  test("304: for whoever has it, until something is written; the policy stays with the document", async () => {
    // Other tests write to other databases of the server, which counts.
    await vi.waitFor(async () => {
      const etag = (await ask("/markets")).headers.get("etag") ?? ""
      const again = await ask("/markets", { "if-none-match": etag })
      expect([again.status, again.headers.get("etag")]).toEqual([304, etag])
      expect(again.headers.get("content-security-policy")).toBeNull()
      expect(again.headers.get("x-middleware-next")).toBeNull()
    })
    const etag = (await ask("/markets")).headers.get("etag") ?? ""
    await insertToken({ address: addressOf(1) })
    const changed = await ask("/markets", { "if-none-match": etag })
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false])
  })

  test("has another tag at another address", async () => {
    const tags = await Promise.all(
      ["/markets", "/markets?page=2", "/launchpad"].map(async (target) =>
        (await ask(target)).headers.get("etag"),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test("404: where nothing is at its address, also for whoever has its tag", async () => {
    const target = `/tokens/${addressOf(9)}`
    const missing = await ask(target)
    expect(missing.status).toBe(404)
    expect(missing.headers.get("x-middleware-next")).toBe("1")
    expect(passed(missing, "x-atoll-missing")).toBe("token")
    const etag = missing.headers.get("etag") ?? ""
    expect((await ask(target, { "if-none-match": etag })).status).toBe(404)
    await insertToken({ address: addressOf(9) })
    expect((await ask(target)).status).toBe(200)
  })

  test("503: while the database is away, and then for nobody else", async () => {
    const query = vi.spyOn(pool(), "query").mockRejectedValue(new Error("away") as never)
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const response = await ask("/markets")
    query.mockRestore()
    log.mockRestore()
    expect(response.status).toBe(503)
    expect(response.headers.get("retry-after")).toBe("5")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(passed(response, "x-atoll-database")).toBe("away")
  })
})

test("the data of a page for the router is one client's, and always 200", async () => {
  const response = await ask(`/tokens/${addressOf(9)}`, { "sec-fetch-dest": "empty" })
  expect(response.status).toBe(200)
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  expect(response.headers.get("etag")).toBeNull()
})

test("an address with unknown parameters leads to the one without them", async () => {
  const response = await ask("/launchpad?utm_source=a&page=2")
  expect([response.status, response.headers.get("location")]).toEqual([
    ...[308, "http://localhost:3000/launchpad?page=2"],
  ])
})

test("405: pages are read, not posted to", async () => {
  const response = await ask("/markets", {}, "POST")
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  expect(await response.json()).toMatchObject({
    code: "METHOD_NOT_ALLOWED",
    requestId: expect.any(String),
  })
})

test("429: beyond the window, with a page that waits", async () => {
  const statuses = []
  for (let n = 0; n < 41; n++) statuses.push((await ask("/markets")).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  const refused = await ask("/markets")
  expect(refused.status).toBe(429)
  expect(refused.headers.get("ratelimit")).toMatch(/^"view";r=0/)
  expect(refused.headers.get("cache-control")).toBe("no-store")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await refused.text()).toContain("<h1>Too many requests</h1>")
})

test("Markdown is another route's, by its ending or by what is wanted", async () => {
  for (const [target, accept] of [
    ["/markets.md", "*/*"],
    ["/markets", "text/markdown"],
  ] as const) {
    const response = await ask(target, { accept })
    expect(response.headers.get("x-middleware-rewrite")).toContain("/api/internal/markdown/markets")
  }
})

test("files have the headers of every answer, and no rule of pages", async () => {
  const { headers } = await ask("/robots.txt")
  expect(headers.get("x-content-type-options")).toBe("nosniff")
  expect(headers.get("x-request-id")).not.toBeNull()
  expect(headers.get("etag")).toBeNull()
})

test("a request of the router waits while the database is away", async () => {
  const query = vi.spyOn(pool(), "query").mockRejectedValue(new Error("away") as never)
  let isAnswered = false
  const asking = ask("/markets", { "sec-fetch-dest": "empty" }).then((response) => {
    isAnswered = true
    return response
  })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(isAnswered).toBe(false)
  query.mockRestore()
  expect((await asking).status).toBe(200)
})

describe("an address that has moved", () => {
  test.each([
    ["/settings?a=b", "/account?a=b"],
    ["/settings/", "/account"],
    ["/markets/", "/markets"],
    ["/markets//?search=x", "/markets?search=x"],
  ])("%s leads to %s", async (target, place) => {
    const { status, headers } = await ask(target)
    expect([status, headers.get("location")]).toEqual([308, `http://localhost:3000${place}`])
    expect(headers.get("x-request-id")).toBeTruthy()
    expect(headers.get("x-frame-options")).toBe("DENY")
  })

  test.each(["//evil.example/", "//evil.example//settings/"])(
    "%s leads nowhere else",
    async (target) => {
      const { headers } = await ask(target)
      expect(new URL(headers.get("location") ?? "http://localhost:3000").host).toBe(
        "localhost:3000",
      )
    },
  )
})

test("files of the build get an id and the policy, and are not counted", async () => {
  const { status, headers } = await ask("/_next/static/chunks/a.js")
  expect([status, headers.get("x-middleware-next"), headers.get("x-frame-options")]).toEqual([
    200,
    "1",
    "DENY",
  ])
  expect(headers.get("x-request-id")).toBeTruthy()
  expect(headers.get("x-ratelimit-limit")).toBeNull()
})
