import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { ApiClientError, callApi } from "@/lib/api/client"

const root = path.resolve(import.meta.dirname, "../../..")

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock)
})
afterEach(() => fetchMock.mockReset())

const answer = (body: unknown, init?: ResponseInit) =>
  fetchMock.mockResolvedValueOnce(Response.json(body, init))

/** Of the only request: its address and what it was sent with. */
function sent() {
  const [[url, init] = []] = fetchMock.mock.calls
  return { url, ...init }
}

describe("callApi", () => {
  test("puts path parameters and query into the address, escaped; leaves out what is undefined", async () => {
    answer({ own: null })
    await callApi("GET /api/internal/markets/[address]/position", {
      params: { address: "0x1/2" },
      query: { wallet: "a b" },
    })
    expect(sent()).toMatchObject({
      url: "/api/internal/markets/0x1%2F2/position?wallet=a+b",
      method: "GET",
    })
    fetchMock.mockReset()
    answer({})
    await callApi("GET /api/auth/me", { query: { address: undefined } })
    expect(sent().url).toBe("/api/auth/me")
  })

  test("sends a body as JSON, a form as it is, and names the acting wallet", async () => {
    answer({ post: { id: "c1" } })
    const input = { body: { section: "mixed", title: "Tide", body: null } } as const
    const { post } = await callApi("POST /api/reef/post", input, { wallet: "0x1" })
    expect(post.id).toBe("c1")
    expect(sent()).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "x-wallet-address": "0x1" },
      body: JSON.stringify(input.body),
    })
    fetchMock.mockReset()
    answer({ url: "ipfs://x" })
    const form = new FormData()
    await callApi("POST /api/images", { body: form })
    expect(sent()).toMatchObject({ body: form, headers: {} })
  })

  test("throws what the service refuses with: status, code, sentence, seconds to wait", async () => {
    answer(
      { error: "Too fast", code: "COOLDOWN_ACTIVE" },
      { status: 429, headers: { "Retry-After": "9" } },
    )
    await expect(callApi("GET /api/internal/reef/permissions", {})).rejects.toMatchObject({
      status: 429,
      code: "COOLDOWN_ACTIVE",
      message: "Too fast",
      retryAfterSeconds: 9,
    })
  })

  test.each([
    [
      "nothing answers",
      () => fetchMock.mockRejectedValueOnce(new TypeError("fetch failed")),
      0,
      "OFFLINE",
    ],
    [
      "a proxy answers",
      () => fetchMock.mockResolvedValueOnce(new Response("<p>", { status: 502 })),
      502,
      "SERVICE_UNAVAILABLE",
    ],
    [
      "a page is answered",
      () => fetchMock.mockResolvedValueOnce(new Response("<p>")),
      200,
      "INTERNAL_ERROR",
    ],
  ])("throws when %s", async (_, arrange, status, code) => {
    arrange()
    const failed = callApi("GET /api/internal/reef/permissions", {})
    await expect(failed).rejects.toMatchObject({ status, code })
    await expect(failed).rejects.toBeInstanceOf(ApiClientError)
  })

  test("an aborted call says so", async () => {
    const abort = new AbortController()
    abort.abort()
    fetchMock.mockRejectedValueOnce(abort.signal.reason)
    const { signal } = abort
    const aborted = callApi("GET /api/internal/search", { query: { q: "kelp" } }, { signal })
    await expect(aborted).rejects.toBe(signal.reason)
  })

  test("refuses to compile what a contract does not take", () => {
    const never = () => [
      // @ts-expect-error there is no such path
      callApi("POST /api/reef/posts", {}),
      // @ts-expect-error the path has no such method
      callApi("DELETE /api/reef/post", {}),
      // @ts-expect-error the body is required
      callApi("POST /api/reef/post", {}),
      // @ts-expect-error the parameter has another name
      callApi("POST /api/reef/vote/[postId]", { params: { id: "c1" } }),
      // @ts-expect-error the answer has no such field
      callApi("GET /api/reef/votes", { query: {} }).then(({ votes }) => votes),
    ]
    expect(never).toBeTypeOf("function")
  })
})

test("every path of the client's routes is that of its file", () => {
  const text = readFileSync(path.join(root, "app/api/routes.ts"), "utf8")
  const entries = [
    ...text.matchAll(/"(\/api\/[^"]+)":\s+typeof import\("@\/(app\/[^"]+)\/route"\)/g),
  ]
  expect(entries.length).toBe(text.match(/typeof import/g)?.length)
  for (const [, at, folder = ""] of entries) {
    expect(`app${at}`).toBe(folder)
    expect(existsSync(path.join(root, folder, "route.ts"))).toBe(true)
  }
})
