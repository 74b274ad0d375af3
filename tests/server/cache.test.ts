import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { type CacheRequest, HttpCache, type OriginAnswer } from "@/server/cache"

const PUBLIC = "public, max-age=0, s-maxage=1, stale-while-revalidate=30"
const client = { address: "10.0.0.1", id: "request-1" }
const request = (url: string, headers: Record<string, string> = {}): CacheRequest => ({
  url,
  headers: { accept: "text/html", ...headers },
})

/** What the origin was asked, and how it answers. */
let requests: CacheRequest[] = []
let respond: (request: CacheRequest) => Promise<OriginAnswer> | OriginAnswer
const queue = { isLong: false }
let cache: HttpCache

const page = (text: string, headers: Record<string, string> = {}): OriginAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": PUBLIC, ...headers },
  body: Buffer.from(text),
})

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-01-01T00:00:00Z") })
  requests = []
  queue.isLong = false
  respond = ({ url }) => page(`${url} ${requests.length}`)
  cache = new HttpCache(async (each) => {
    requests.push(each)
    return respond(each)
  }, queue)
  return () => vi.useRealTimers()
})

const read = async (url: string, headers?: Record<string, string>) =>
  `${(await cache.answer(request(url, headers), client)).answer.body}`

describe("an answer that many may get", () => {
  test("is asked for once, however many ask at one time", async () => {
    const texts = await Promise.all(Array.from({ length: 50 }, () => read("/a")))
    expect(new Set(texts)).toEqual(new Set(["/a 1"]))
    expect(await read("/a")).toBe("/a 1")
    expect(requests).toHaveLength(1)
  })

  test("is sent while a new one is made, and the new one afterwards", async () => {
    await read("/a")
    vi.advanceTimersByTime(1_500)
    expect(await read("/a")).toBe("/a 1")
    await vi.advanceTimersByTimeAsync(0)
    expect(await read("/a")).toBe("/a 2")
  })

  test("that is older waits for the new one, but for a second at most", async () => {
    await read("/a")
    vi.advanceTimersByTime(10_000)
    expect(await read("/a")).toBe("/a 2")
    respond = () => new Promise((resolve) => setTimeout(resolve, 5_000, page("slow")))
    vi.advanceTimersByTime(10_000)
    const reading = read("/a")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await reading).toBe("/a 2")
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await read("/a")).toBe("slow")
  })

  test("is sent at once at any age that the origin allows while many wait", async () => {
    await read("/a")
    respond = () => new Promise(() => {})
    queue.isLong = true
    vi.advanceTimersByTime(30_000)
    expect(await read("/a")).toBe("/a 1")
    vi.advanceTimersByTime(2_000)
    let isAnswered = false
    read("/a").then(() => {
      isAnswered = true
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isAnswered).toBe(false)
  })

  test("is kept where the origin says that it has not changed", async () => {
    respond = () => page("text", { etag: 'W/"1"' })
    await read("/a")
    vi.advanceTimersByTime(5_000)
    respond = ({ headers }) => {
      expect(headers["if-none-match"]).toBe('W/"1"')
      return { status: 304, headers: { etag: 'W/"1"', "cache-control": PUBLIC }, body: Buffer.of() }
    }
    expect(await read("/a")).toBe("text")
    expect(await read("/a")).toBe("text")
    expect(requests).toHaveLength(2)
  })

  test("differs by what the origin says that it depends on", async () => {
    respond = ({ headers }) => page(headers.accept ?? "", { vary: "accept" })
    expect(await read("/a")).toBe("text/html")
    expect(await read("/a", { accept: "text/markdown" })).toBe("text/markdown")
    expect(await read("/a")).toBe("text/html")
    expect(requests).toHaveLength(2)
  })

  test("is not replaced by a failure, which is not hidden either", async () => {
    await read("/a")
    respond = () => ({ status: 503, headers: { "cache-control": "no-store" }, body: Buffer.of() })
    vi.advanceTimersByTime(10_000)
    expect((await cache.answer(request("/a"), client)).answer.status).toBe(503)
    respond = () => page("again")
    expect(await read("/a")).toBe("again")
  })
})

describe("is handed to nobody else", () => {
  test.each([
    ["what is private", { "cache-control": "private, no-cache" }],
    ["what is not to be stored", { "cache-control": "no-store" }],
    ["what sets a cookie", { "set-cookie": "a=1" }],
  ])("%s", async (_, headers) => {
    respond = ({ url }) => page(`${url} ${requests.length}`, headers)
    const texts = await Promise.all([read("/a"), read("/a"), read("/a")])
    expect(new Set(texts).size).toBe(3)
  })

  test("a refusal of one client", async () => {
    let isFirst = true
    respond = () => {
      if (!isFirst) return page("page")
      isFirst = false
      return { status: 429, headers: { "cache-control": "no-store" }, body: Buffer.from("wait") }
    }
    expect(await Promise.all([read("/a"), read("/a")])).toEqual(["wait", "page"])
  })
})

test("a failure of the origin reaches all who wait for it, and the next one asks again", async () => {
  respond = () => Promise.reject(new Error("gone"))
  const results = await Promise.allSettled([read("/a"), read("/a")])
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  respond = () => page("back")
  expect(await read("/a")).toBe("back")
})

test("a failure while a former answer is sent is not a failure of the process", async () => {
  await read("/a")
  respond = () => Promise.reject(new Error("gone"))
  vi.advanceTimersByTime(1_500)
  expect(await read("/a")).toBe("/a 1")
  await vi.advanceTimersByTimeAsync(0)
})

test("bodies are compressed once, and only where that helps", async () => {
  const text = "word ".repeat(1_000)
  respond = () => page(text)
  const answer = await cache.answer(request("/a"), client)
  const forms = await Promise.all([answer.encode("br"), answer.encode("br"), answer.encode("gzip")])
  expect(forms[0]).toBe(forms[1])
  expect(`${brotliDecompressSync(forms[0])}`).toBe(text)
  expect(`${gunzipSync(forms[2])}`).toBe(text)
  expect(answer.isCompressible).toBe(true)
  respond = () => page("short")
  expect((await cache.answer(request("/b"), client)).isCompressible).toBe(false)
  respond = () => page(text, { "content-type": "image/png" })
  expect((await cache.answer(request("/c"), client)).isCompressible).toBe(false)
})

test("a file that never changes is compressed once more, as small as can be", async () => {
  vi.useRealTimers()
  const text = Array.from({ length: 2_000 }, (_, n) => `const name${n % 97} = ${n * n}`).join("\n")
  respond = () => page(text, { "cache-control": "public, max-age=31536000, immutable" })
  const answer = await cache.answer(request("/a.js"), client)
  const first = await answer.encode("br")
  await expect.poll(async () => (await answer.encode("br")).length).toBeLessThan(first.length)
  expect(`${brotliDecompressSync(await answer.encode("br"))}`).toBe(text)
})
