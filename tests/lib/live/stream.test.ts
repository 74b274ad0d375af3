import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { GET } from "@/app/live/route"
import { peerHeader } from "@/lib/api/client-ip"
import { pool } from "@/lib/db/client"
import { closeFeed, getFeedVersion } from "@/lib/live/feed"
import { NOTIFY_CHANNEL } from "@/lib/live/schema"
import { addressOf } from "@/tests/helpers/rows"

const TOKEN = addressOf(1)
const OTHER = addressOf(2)

beforeEach(async () => {
  await pool().query(
    `insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block,
      head_time) values (1, 31337, '\\x00', 7, now(), 9, now()) on conflict do nothing`,
  )
})

afterEach(() => closeFeed())

process.env.RATE_LIMIT_LIVE = "40"

let clients = 0

/** Each is another client unless it says which. */
async function open(query = "", ip = `10.1.${Math.floor(++clients / 250)}.${clients % 250}`) {
  const leave = new AbortController()
  const request = new Request(`http://localhost:3000/live${query}`, {
    headers: { [peerHeader()]: ip },
    signal: leave.signal,
  })
  return { response: await GET(request), leave: () => leave.abort() }
}

/** Reads the stream's events one by one. */
function events(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return async (): Promise<{ name: string; data: unknown } | "end"> => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return "end"
      const [, name, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(part.value) ?? []
      if (name && data) return { name, data: JSON.parse(data) }
    }
  }
}

const notify = (notice: unknown) =>
  pool().query("select pg_notify($1, $2)", [NOTIFY_CHANNEL, JSON.stringify(notice)])

/** Waits until the stream's own database connection listens: that is when it reports its first gap. */
async function opened(query = "", ip?: string) {
  const { response, leave } = await open(query, ip)
  const next = events(response)
  const first = [await next(), await next()]
  expect(first).toContainEqual({ name: "beat", data: { block: 7, head: 9 } })
  expect(first).toContainEqual({ name: "change", data: expect.anything() })
  return { response, next, leave }
}

test("a stream begins with the index's position and tells of changes", async () => {
  const { response, next } = await opened()
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform")
  await notify({ block: 8, head: 9, tokens: [TOKEN] })
  expect(await next()).toEqual({ name: "change", data: { block: 8, head: 9 } })
})

test("a subscriber of one token hears of that token and of what concerns all", async () => {
  const { next } = await opened(`?topics=${TOKEN.toUpperCase().replace("0X", "0x")}`)
  await notify({ block: 10, head: 10, tokens: [OTHER] })
  await notify({ block: 11, head: 11, tokens: [OTHER, TOKEN] })
  expect(await next()).toEqual({ name: "change", data: { block: 11, head: 11 } })
  await notify({ block: 12, head: 12 })
  expect(await next()).toEqual({ name: "change", data: { block: 12, head: 12 } })
})

test("an agent's page and the directory hear of agents alone, others nothing but the block", async () => {
  const all = await opened()
  const begin = async (query: string) => {
    const next = events((await open(query)).response)
    expect(await next()).toMatchObject({ name: "beat" })
    return next
  }
  const [directory, agent] = [await begin("?topics=agents"), await begin("?topics=agents:12")]
  await notify({ block: 10, head: 10, tokens: [TOKEN, "agents:1"] })
  await notify({ block: 11, head: 11, tokens: ["agents", "agents:12"] })
  const last = { block: 11, head: 11 }
  expect(await directory()).toEqual({ name: "change", data: last })
  expect(await agent()).toEqual({ name: "change", data: last })
  expect(await all.next()).toEqual({ name: "change", data: { block: 10, head: 10 } })
  expect(await all.next()).toEqual({ name: "beat", data: last })
})

test("a block without anything of ours is told as a beat", async () => {
  const { next } = await opened()
  await notify({ block: 13, head: 14, tokens: [] })
  expect(await next()).toEqual({ name: "beat", data: { block: 13, head: 14 } })
  await notify({ block: null, head: 15, tokens: [] })
  expect(await next()).toEqual({ name: "beat", data: { block: 13, head: 15 } })
})

test("a notice that cannot be read counts as a change of anything", async () => {
  const { next } = await opened(`?topics=${TOKEN}`)
  await notify("nonsense")
  expect(await next()).toMatchObject({ name: "change" })
})

/** How a stream begins for a page that was read at this mark. */
async function beginning(mark: string, topics = "") {
  const { response, leave } = await open(`?since=${mark}${topics}`)
  const first = await events(response)()
  leave()
  return first === "end" ? first : first.name
}

test("a stream says whether anything of a page has changed since it was read", async () => {
  const { next } = await opened()
  const mark = getFeedVersion()
  expect(await beginning(mark)).toBe("current")
  expect(await beginning(`${mark}.a-page`)).toBe("current")
  await notify({ block: 8, head: 8, tokens: [] })
  await notify({ block: 9, head: 9, tokens: [TOKEN] })
  await next()
  expect(await next()).toMatchObject({ name: "change" })
  expect(await beginning(mark)).toBe("beat")
  expect(await beginning(mark, `&topics=${TOKEN}`)).toBe("beat")
  expect(await beginning(mark, `&topics=${OTHER}`)).toBe("current")
  expect(await beginning(getFeedVersion())).toBe("current")
  await notify({ block: 10, head: 10 })
  expect(await next()).toMatchObject({ name: "change" })
  expect(await beginning(mark, `&topics=${OTHER}`)).toBe("beat")
})

test("marks of another time, of the future and malformed ones are worth nothing", async () => {
  const { next } = await opened()
  const [id] = getFeedVersion().split(".")
  for (const mark of [`${crypto.randomUUID()}.1`, `${id}.2`, `${id}.x`, `${id}`, ".1", ""]) {
    expect(await beginning(mark)).toBe("beat")
  }
  closeFeed()
  expect(await next()).toBe("end")
  expect(await beginning(`${id}.1`)).toBe("beat")
})

test("a page that has missed more changes than are remembered is told so", async () => {
  const { next } = await opened()
  const mark = getFeedVersion()
  for (let count = 0; count <= 200; count++) {
    await notify({ block: 1, head: 1, tokens: [TOKEN] })
    // Read one by one: a client that leaves too many unread is sent away, and hears of nothing more.
    let heard = await next()
    while (heard !== "end" && heard.name === "beat") heard = await next()
    expect(heard).toMatchObject({ name: "change" })
  }
  expect(await beginning(mark, `&topics=${OTHER}`)).toBe("beat")
})

test("malformed topics are refused", async () => {
  for (const topic of ["0x12", "agents:", "agents:x", "agent", "reef:"]) {
    expect((await open(`?topics=${topic}`)).response.status).toBe(400)
  }
})

test("one client can hold 30 streams, another still gets in, and leaving makes room", async () => {
  const streams = await Promise.all(Array.from({ length: 30 }, () => open("", "10.2.2.2")))
  expect(streams.every(({ response }) => response.status === 200)).toBe(true)
  expect((await open("", "10.2.2.2")).response.status).toBe(429)
  expect((await open("", "10.3.3.3")).response.status).toBe(200)
  streams[0]?.leave()
  expect((await open("", "10.2.2.2")).response.status).toBe(200)
})

test("429: one client opens 40 streams in a minute, however soon it leaves them", async () => {
  for (let n = 0; n < 40; n++) {
    const { response, leave } = await open("?topics=reef", "10.4.4.4")
    expect(response.status).toBe(200)
    leave()
  }
  const { response } = await open("?topics=reef", "10.4.4.4")
  expect(response.status).toBe(429)
  expect(response.headers.get("ratelimit-policy")).toBe('"live";q=40;w=60')
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await open("?topics=reef", "10.4.4.5")).response.status).toBe(200)
})

test("a lost database connection is replaced and the gap is told", async () => {
  const { next } = await opened()
  await pool().query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = $1 and datname = current_database()",
    [`listen ${NOTIFY_CHANNEL}`],
  )
  expect(await next()).toMatchObject({ name: "change" })
  await notify({ block: 20, head: 20, tokens: [TOKEN] })
  expect(await next()).toEqual({ name: "change", data: { block: 20, head: 20 } })
})

test("a heart beat carries the index's position", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    const { next } = await opened()
    await pool().query("update index_cursor set indexed_block = 8")
    vi.advanceTimersByTime(15_000)
    expect(await next()).toEqual({ name: "beat", data: { block: 8, head: 9 } })
    await pool().query("update index_cursor set indexed_block = 7")
  } finally {
    vi.useRealTimers()
  }
})

test("the server ends every stream when it shuts down", async () => {
  const { next } = await opened()
  closeFeed()
  expect(await next()).toBe("end")
})

test("a beat tells of blocks that a follower which has stopped no longer writes down", async () => {
  const node = createServer(async (request, response) => {
    const calls = z.array(z.object({ id: z.number() })).parse(await json(request))
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x2a" }))))
  })
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve))
  const address = node.address()
  if (address === null || typeof address === "string") throw new Error("The node has no port")
  vi.stubEnv("RPC_URL", `http://127.0.0.1:${address.port}`)
  vi.resetModules()
  const { GET: fresh } = await import("@/app/live/route")
  const request = new Request("http://localhost:3000/live", {
    headers: { [peerHeader()]: "10.9.9.9" },
  })
  const next = events(await fresh(request))
  const first = [await next(), await next()]
  expect(first).toContainEqual({ name: "beat", data: { block: 7, head: 42 } })
  const { closeFeed: close } = await import("@/lib/live/feed")
  close()
  vi.unstubAllEnvs()
  await new Promise((resolve) => node.close(resolve))
})
