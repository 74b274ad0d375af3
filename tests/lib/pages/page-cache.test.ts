import { beforeEach, describe, expect, test, vi } from "vitest"
import { PageDocument } from "@/lib/pages/document"
import { PageCache, type PageSource } from "@/lib/pages/page-cache"
import { LateError } from "@/lib/pages/timeout"

const page = (text: string, status = 200) => new PageDocument(status, [], text, [])

let now = 0
let state = "1"
let renderings: string[] = []
/** What happens during a rendering. */
let during: () => void | Promise<void> = () => {}
let status = 200

const source: PageSource = {
  readState: async () => state,
  render: async (key) => {
    const seen = state
    renderings.push(`${key}:${seen}`)
    now += 10
    await during()
    return page(`${key}:${seen}`, status)
  },
  now: () => now,
}

let cache: PageCache

beforeEach(() => {
  now = 1_000
  state = "1"
  status = 200
  renderings = []
  during = () => {}
  cache = new PageCache(source)
})

const read = async (key = "/") => (cache.peek(key) ?? (await cache.get(key))).html

describe("a page in memory", () => {
  test("is rendered once for many requests at a time, and once per state", async () => {
    await Promise.all(Array.from({ length: 20 }, () => read()))
    expect(renderings).toEqual(["/:1"])
    now += 400
    expect(await read()).toBe("/:1")
    expect(renderings).toHaveLength(1)
    state = "2"
    now += 400
    await read()
    expect(renderings).toEqual(["/:1", "/:2"])
    expect(await read()).toBe("/:2")
  })

  test("differs by key", async () => {
    expect(await read("/a")).toBe("/a:1")
    expect(await read("/b")).toBe("/b:1")
  })

  test("is never sent a second after another state", async () => {
    await read()
    now += 100
    state = "2"
    now += 1_000
    expect(await read()).toBe("/:2")
  })

  test("is sent as it was while it is rendered again, for less than a second", async () => {
    await read()
    state = "2"
    now += 200
    let finish = () => {}
    during = () => new Promise((resolve) => (finish = resolve))
    const former = read()
    expect(await former).toBe("/:1")
    now += 1_000
    const present = read()
    finish()
    expect(await present).toBe("/:2")
  })

  test("rests after a rendering, so that writes do not fill the processor", async () => {
    during = () => {
      now += 90
    }
    await read()
    for (let write = 2; write < 7; write++) {
      now += 75
      state = `${write}`
      expect(await read()).toBe("/:1")
    }
    expect(renderings).toHaveLength(1)
    now += 75
    await read()
    expect(renderings).toHaveLength(2)
  })

  test("is rendered again when the state changes during the rendering", async () => {
    during = () => {
      if (state === "1") state = "2"
    }
    expect(await read()).toBe("/:2")
    expect(renderings).toEqual(["/:1", "/:2"])
  })

  test("that mixes two states is not kept for later", async () => {
    let writes = 1
    during = () => {
      now += 300
      state = `${++writes}`
    }
    await read()
    during = () => {}
    const mixed = renderings.length
    expect(cache.peek("/")).toBeUndefined()
    now += 1_000
    await read()
    expect(renderings.length).toBe(mixed + 1)
  })

  test("is rendered again after a second, as pages show what is not in the database", async () => {
    await read()
    for (let waited = 0; waited < 1_500; waited += 40) {
      now += 40
      await read()
    }
    expect(renderings).toHaveLength(2)
  })

  test.each([
    ["is older than two seconds", 2_500, "1"],
    ["was right a second ago", 950, "2"],
  ])("waits for its rendering when it %s", async (_, waited, later) => {
    await read()
    now += waited
    state = later
    let finish = () => {}
    during = () => new Promise((resolve) => (finish = resolve))
    let isSent = false
    const sent = read().then(() => (isSent = true))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(isSent).toBe(false)
    finish()
    await sent
  })

  test.each([503, 500, 307])("%i is sent and not kept", async (failed) => {
    status = failed
    await read()
    expect(cache.has("/")).toBe(false)
    status = 200
    expect(await read()).toBe("/:1")
    expect(cache.has("/")).toBe(true)
  })
})

describe("a database that does not answer", () => {
  test("is not hidden by a kept page", async () => {
    await read()
    const away = new PageCache({ ...source, readState: () => Promise.reject(new Error("away")) })
    await expect(away.get("/")).rejects.toThrow("away")
    const readState = vi.spyOn(source, "readState").mockRejectedValue(new Error("away"))
    now += 50
    expect(cache.peek("/")).toBeUndefined()
    await expect(cache.get("/")).rejects.toThrow("away")
    readState.mockRestore()
  })

  test("is waited for a second", async () => {
    vi.useFakeTimers()
    const silent = new PageCache({ ...source, readState: () => new Promise(() => {}) })
    const failed = expect(silent.get("/")).rejects.toThrow("1000 ms")
    await vi.advanceTimersByTimeAsync(1_000)
    await failed
    vi.useRealTimers()
  })
})

test("at most two pages are rendered at a time", async () => {
  let running = 0
  let most = 0
  during = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
  }
  await Promise.all(Array.from({ length: 20 }, (_, at) => read(`/${at}`)))
  expect(renderings).toHaveLength(20)
  expect(most).toBe(2)
})

describe("under overload", () => {
  test("a former page is sent while many wait, without asking the database", async () => {
    await read("/former")
    now += 20_000
    state = "2"
    const ends: (() => void)[] = []
    during = () => new Promise((resolve) => ends.push(resolve))
    const burst = Array.from({ length: 20 }, (_, n) => cache.get(`/x${n}`, "attacker"))
    await vi.waitFor(() => expect(cache.queue.isLong).toBe(true))
    expect((await cache.get("/former", "visitor")).html).toBe("/former:1")
    now += 15_000
    during = () => {}
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(burst)
    await vi.waitFor(async () => expect((await cache.get("/former")).html).toBe("/former:2"))
  })

  test("a former page is sent while the database is slow", async () => {
    await read("/former")
    const slow = new LateError("slow")
    const readState = vi.spyOn(source, "readState").mockRejectedValue(slow)
    now += 20_000
    expect((await cache.get("/former")).html).toBe("/former:1")
    now += 11_000
    await expect(cache.get("/former")).rejects.toThrow("slow")
    readState.mockRestore()
  })
})
