import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { GET } from "@/app/live/route"
import { db, pool } from "@/lib/db/client"
import { peerHeader } from "@/lib/http/client-ip"
import { getFeedVersion } from "@/lib/live/feed"
import { logChange } from "@/lib/stream-log/change"
import { expireLog } from "@/lib/stream-log/log"
import { NOTIFY_CHANNEL } from "@/lib/stream-log/notice"
import { getHub } from "@/lib/streams/hub"
import { pruneLog } from "@/lib/streams/job"
import { createApiKey } from "@/tests/helpers/auth"
import { windowStart } from "@/tests/helpers/rate-window"
import { addressOf } from "@/tests/helpers/rows"
import { follow } from "../streams/stream-client"

const TOKEN = addressOf(1)
const OTHER = addressOf(2)

beforeEach(async () => {
  await pool().query(
    `insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block,
      head_time) values (1, 31337, '\\x00', 7, now(), 9, now()) on conflict do nothing`,
  )
})

afterEach(() => getHub().close())

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

/** Stores a position, and a change of these topics. */
const change = (block: number | null, topics: readonly string[], head = block) =>
  logChange(db, { block, head, topics })

/** Connections that listen to the index. */
async function countListeners() {
  const { rowCount } = await pool().query(
    "select from pg_stat_activity where query = $1 and datname = current_database()",
    [`listen ${NOTIFY_CHANNEL}`],
  )
  return rowCount
}

/** A stream whose process hears of changes at once. */
async function opened(query = "", ip?: string) {
  const { response, leave } = await open(query, ip)
  const next = events(response)
  expect(await next()).toEqual({ name: "beat", data: { block: 7, head: 9 } })
  await vi.waitFor(async () => expect(await countListeners()).toBe(1))
  return { response, next, leave }
}

test("a stream begins with the index's position and tells of changes", async () => {
  const { response, next } = await opened()
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform")
  await change(8, [TOKEN], 9)
  expect(await next()).toEqual({ name: "change", data: { block: 8, head: 9 } })
})

test("a subscriber of one token hears of that token and of what concerns all", async () => {
  const { next } = await opened(`?topics=${TOKEN.toUpperCase().replace("0X", "0x")}`)
  await change(10, [OTHER])
  await change(11, [OTHER, TOKEN])
  expect(await next()).toEqual({ name: "change", data: { block: 11, head: 11 } })
  const many = Array.from({ length: 101 }, (_, n) => addressOf(1_000 + n))
  await change(12, many)
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
  await change(10, [TOKEN, "agents:1"])
  expect(await all.next()).toEqual({ name: "change", data: { block: 10, head: 10 } })
  await change(11, ["agents", "agents:12"])
  const last = { block: 11, head: 11 }
  expect(await directory()).toEqual({ name: "change", data: last })
  expect(await agent()).toEqual({ name: "change", data: last })
  expect(await all.next()).toEqual({ name: "beat", data: last })
})

test("a block without anything of ours is told as a beat", async () => {
  const { next } = await opened()
  await change(13, [], 14)
  expect(await next()).toEqual({ name: "beat", data: { block: 13, head: 14 } })
  await change(null, [], 15)
  expect(await next()).toEqual({ name: "beat", data: { block: 13, head: 15 } })
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
  await change(8, [])
  await change(9, [TOKEN])
  await next()
  expect(await next()).toMatchObject({ name: "change" })
  expect(await beginning(mark)).toBe("beat")
  expect(await beginning(mark, `&topics=${TOKEN}`)).toBe("beat")
  expect(await beginning(mark, `&topics=${OTHER}`)).toBe("current")
  expect(await beginning(getFeedVersion())).toBe("current")
  // Another process, or this one after a restart, knows as much.
  getHub().close()
  expect(await beginning(mark, `&topics=${TOKEN}`)).toBe("beat")
  expect(await beginning(mark, `&topics=${OTHER}`)).toBe("current")
})

test("marks of the future, of what is no longer kept, and malformed ones are worth nothing", async () => {
  await opened()
  await change(8, [OTHER])
  const mark = getFeedVersion()
  const { rows } = await pool().query("select max(id) as newest from stream_event")
  const newest = Number(rows[0].newest)
  for (const wrong of [`${newest + 1}`, "x", `${newest}x`, "-1", ".1", ""]) {
    expect(await beginning(wrong, `&topics=${TOKEN}`)).toBe("beat")
  }
  expect(await beginning(mark, `&topics=${TOKEN}`)).toBe("current")
  await vi.waitFor(() => expect(getFeedVersion()).toBe(`${newest}`))
  await pool().query("update stream_event set created_at = now() - interval '8 days'")
  await pruneLog()
  expect(await beginning(`${newest - 1}`, `&topics=${TOKEN}`)).toBe("beat")
  expect(await beginning(`${newest}`, `&topics=${TOKEN}`)).toBe("current")
})

test("a page that has missed more changes than are looked at is told so", async () => {
  await opened()
  const mark = getFeedVersion()
  await pool().query(
    `insert into stream_event (kind, key, topics, data)
    select 'change', '', array['change', 'change:${TOKEN}'], '{}' from generate_series(1, 500)`,
  )
  expect(await beginning(mark, `&topics=${OTHER}`)).toBe("beat")
})

test("a log that begins anew is a change of anything, and goes on to be read", async () => {
  const { next } = await opened(`?topics=${TOKEN}`)
  const client = await pool().connect()
  await expireLog(client)
  client.release()
  await change(1, [OTHER])
  expect(await next()).toMatchObject({ name: "change" })
  await change(2, [TOKEN])
  expect(await next()).toMatchObject({ name: "change" })
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
  await windowStart(10_000)
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

test("a lost database connection is replaced, and what was written meanwhile is told", async () => {
  const { next } = await opened()
  await pool().query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = $1 and datname = current_database()",
    [`listen ${NOTIFY_CHANNEL}`],
  )
  // Written while nobody listens: the log has it.
  await change(20, [TOKEN])
  expect(await next()).toMatchObject({ name: "change" })
  await change(21, [TOKEN])
  expect(await next()).toEqual({ name: "change", data: { block: 21, head: 21 } })
})

test("a client that does not read is sent away, and others hear everything", async () => {
  const deaf = await open()
  const { next } = await opened()
  for (let block = 8; block < 300; block++) {
    await change(block, [])
    expect(await next()).toMatchObject({ name: "beat", data: { block } })
  }
  const nextOfDeaf = events(deaf.response)
  let count = 0
  while ((await nextOfDeaf()) !== "end") count++
  expect(count).toBeGreaterThan(64)
  expect(count).toBeLessThan(200)
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

test("no heart beats while the index's position cannot be read", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    const { next } = await opened()
    await pool().query("alter table index_cursor rename to index_cursor_away")
    const beaten = next()
    vi.advanceTimersByTime(15_000)
    const waited = new Promise((resolve) => setTimeout(resolve, 500, "silence"))
    expect(await Promise.race([beaten, waited])).toBe("silence")
    await pool().query("alter table index_cursor_away rename to index_cursor")
    vi.advanceTimersByTime(15_000)
    expect(await beaten).toMatchObject({ name: "beat" })
  } finally {
    await pool().query("alter table if exists index_cursor_away rename to index_cursor")
    vi.useRealTimers()
  }
})

test("a stream that is opened while the database is away begins when it is back", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    await pool().query("alter table stream_event rename to stream_event_away")
    const next = events((await open(`?topics=${TOKEN}`)).response)
    const first = next()
    vi.advanceTimersByTime(15_000)
    const waited = new Promise((resolve) => setTimeout(resolve, 500, "silence"))
    expect(await Promise.race([first, waited])).toBe("silence")
    await pool().query("alter table stream_event_away rename to stream_event")
    await vi.waitFor(() => {
      vi.advanceTimersByTime(5_000)
      expect(getHub().position).not.toBeNull()
    })
    vi.advanceTimersByTime(15_000)
    expect(await first).toMatchObject({ name: "beat" })
    await change(8, [TOKEN])
    expect(await next()).toMatchObject({ name: "change" })
  } finally {
    await pool().query("alter table if exists stream_event_away rename to stream_event")
    vi.useRealTimers()
  }
})

test("streams of pages and programs share one connection, and end when the server shuts down", async () => {
  const page = await opened()
  const program = await follow({ key: (await createApiKey()).key, topics: "blocks" })
  await vi.waitFor(() => expect(program.events).toMatchObject([{ event: "ready" }]))
  expect(await countListeners()).toBe(1)
  getHub().close()
  expect(await page.next()).toBe("end")
  await vi.waitFor(() => expect(program.state.ended).toBe(true))
  await vi.waitFor(async () => expect(await countListeners()).toBe(0))
})

test("a beat tells of blocks that a follower which has stopped no longer writes down", async () => {
  const node = createServer(async (request, response) => {
    const calls = z.array(z.object({ id: z.number() })).parse([await json(request)].flat())
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
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    const next = events(await fresh(request))
    const first = await next()
    vi.advanceTimersByTime(15_000)
    expect([first, await next()]).toContainEqual({ name: "beat", data: { block: 7, head: 42 } })
  } finally {
    vi.useRealTimers()
    getHub().close()
    vi.unstubAllEnvs()
    await new Promise((resolve) => node.close(resolve))
  }
})
