import pg from "pg"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as sessionRoute from "@/app/api/auth/me/route"
import * as manageRoute from "@/app/api/reef/post/[postId]/manage/route"
import * as viewRoute from "@/app/api/reef/post/[postId]/route"
import * as createRoute from "@/app/api/reef/post/route"
import * as streamRoute from "@/app/api/v1/stream/route"
import { deleteKey } from "@/lib/auth/api-keys"
import { pool, transaction } from "@/lib/db/client"
import { moderate } from "@/lib/reef/moderation/service"
import { MAX_STREAMS } from "@/lib/stream-log/constants"
import { logEntries } from "@/lib/stream-log/log"
import { NOTIFY_CHANNEL } from "@/lib/stream-log/notice"
import { getHub } from "@/lib/streams/hub"
import { pruneLog } from "@/lib/streams/job"
import { readMessages } from "@/lib/streams/messages"
import { getPlaces, MAX_PLACES } from "@/lib/streams/places"
import { findEvents } from "@/lib/streams/read"
import { streamQuery } from "@/lib/streams/schema"
import { openStream } from "@/lib/streams/service"
import { Stream } from "@/lib/streams/stream"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { addressOf, insertToken, insertTrade } from "@/tests/helpers/rows"
import { until } from "../indexer/following"
import { follow, open } from "./stream-client"

process.env.RATE_LIMIT_KEY = "100000"

beforeEach(async () => {
  getHub().close()
  await pool().query("delete from stream_event")
})
afterAll(() => getHub().close())

const block = (number: number) => ({
  ...{ kind: "block" as const, cause: null, key: `${number}`, topics: ["blocks"] },
  data: JSON.stringify({ number }),
})

const log = (...numbers: number[]) =>
  transaction((client) => logEntries(client, numbers.map(block)))

const notify = () => pool().query("select pg_notify($1, '{}')", [NOTIFY_CHANNEL])

const idsOf = async () =>
  (await pool().query<{ id: string }>("select id from stream_event order by id")).rows.map(
    ({ id }) => id,
  )

const codeOf = async (response: Response) => (await response.json()).code

describe("GET /api/v1/stream", () => {
  test("401 without credentials; 400 for topics and cursors that do not exist", async () => {
    const { key } = await createApiKey()
    const unknown = await call(streamRoute, { query: { topics: "blocks" } })
    expect([unknown.status, unknown.body.code]).toEqual([401, "UNAUTHENTICATED"])
    const queries: Record<string, string>[] = [{}, { topics: "gold" }, { topics: "trades:0x1" }]
    for (const query of queries) {
      const { status, body } = await call(streamRoute, { query, as: { key } })
      expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
    }
    for (const after of ["x", "-1", "1.x", "99999999", "1e3"]) {
      const response = await open({ key, topics: "blocks", after })
      expect([after, response.status, await codeOf(response)]).toEqual([
        after,
        400,
        "INVALID_CURSOR",
      ])
    }
  })

  test(`429: stream ${MAX_STREAMS + 1} of a wallet; leaving makes room, HEAD takes none`, async () => {
    const { key } = await createApiKey()
    await call(streamRoute, { method: "HEAD", query: { topics: "blocks" }, as: { key } })
    const streams = []
    for (let i = 0; i < MAX_STREAMS; i++) streams.push(await follow({ key, topics: "blocks" }))
    const refused = await open({ key, topics: "blocks" })
    expect([refused.status, await codeOf(refused)]).toEqual([429, "RATE_LIMITED"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    const other = await follow({ key: (await createApiKey()).key, topics: "blocks" })
    await streams[0]?.close()
    const again = await follow({ key, topics: "blocks" })
    expect((await open({ key, topics: "blocks" })).status).toBe(429)
    for (const stream of [...streams.slice(1), other, again]) await stream.close()
  })

  test("429 as well when other processes have taken the places; those of a lost process are free", async () => {
    const { key, wallet } = await createApiKey()
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await other.connect()
    await other.query(
      "select pg_advisory_lock(7320032, hashtext($1 || ':' || slot)) from generate_series(0, 8) slot",
      [wallet],
    )
    const last = await follow({ key, topics: "blocks" })
    const refused = await open({ key, topics: "blocks" })
    expect([refused.status, await codeOf(refused)]).toEqual([429, "RATE_LIMITED"])
    await other.end()
    await until(async () => {
      const response = await open({ key, topics: "blocks" })
      await response.body?.cancel()
      return response.status === 200
    })
    await last.close()
  })

  test("503 when the process has taken as many places as the database's locks allow it", async () => {
    const { key } = await createApiKey()
    const wallets = Array.from({ length: MAX_PLACES / MAX_STREAMS }, (_, at) =>
      addressOf(1_000 + at),
    )
    const all = wallets.flatMap((wallet) => Array.from({ length: MAX_STREAMS }, () => wallet))
    const places = await Promise.all(all.map((wallet) => getPlaces().take(wallet)))
    const refused = await open({ key, topics: "blocks" })
    expect([refused.status, await codeOf(refused)]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(refused.headers.get("retry-after")).toBe("5")
    for (const place of places) if (typeof place === "object") place.release()
    const stream = await follow({ key, topics: "blocks" })
    await stream.close()
  })

  test("says how soon to come back, and that it is still there, with its cursor", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const { key } = await createApiKey()
      const response = await open({ key, topics: "reef" })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      expect((await reader?.read())?.value).toMatch(
        /^retry: 2000\nevent: ready\nid: (\d+)\ndata: {"cursor":"\1"}\n\n$/,
      )
      vi.advanceTimersByTime(15_000)
      expect((await reader?.read())?.value).toBe(": heartbeat\n\n")
      // What others are told moves the cursor of this one on.
      const blocks = await follow({ key, topics: "blocks" })
      await log(1)
      // Again, as the timer that finds a lost notice stands still here.
      await until(async () => {
        await notify()
        return blocks.events.length === 2
      })
      vi.advanceTimersByTime(15_000)
      expect((await reader?.read())?.value).toBe(`: heartbeat\nid: ${blocks.events[1]?.id}\n\n`)
      await blocks.close()
      await reader?.cancel()
    } finally {
      vi.useRealTimers()
    }
  })

  test("what happens after the answer is sent, although the log is read before the body begins", async () => {
    const { key, wallet } = await createApiKey()
    const other = await follow({ key, topics: "blocks" })
    const query = streamQuery.parse({ topics: "blocks" })
    const body = await openStream({ wallet, query, headers: new Headers({ "X-API-Key": key }) })
    await log(1)
    await notify()
    await until(async () => other.events.length === 2)
    let sent = ""
    const stop = body.start({
      write: (bytes) => {
        sent += Buffer.from(bytes).toString()
      },
      buffered: () => 0,
      close: () => {},
    })
    await until(async () => sent.includes("event: block\n"))
    expect(sent).toContain(`id: ${other.events[1]?.id}\ndata: {"number":1}\n`)
    stop()
    await other.close()
  })

  test("ends, within a heartbeat, with its key or its session", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const [lost, kept] = [await createApiKey(), await createApiKey()]
      const session = await createSession()
      const streams = [
        await follow({ key: lost.key, topics: "blocks" }),
        await follow({ key: kept.key, topics: "blocks" }),
        await follow({ cookie: session.cookie, topics: "blocks" }),
      ]
      const listEnds = () => streams.map(({ state }) => state.ended)
      vi.advanceTimersByTime(15_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(listEnds()).toEqual([false, false, false])
      await deleteKey(lost.wallet, lost.id)
      const as = { cookie: session.cookie }
      await call(sessionRoute, { method: "DELETE", as, query: { address: session.address } })
      vi.advanceTimersByTime(15_000)
      await until(async () => listEnds()[0] === true && listEnds()[2] === true)
      expect(listEnds()).toEqual([true, false, true])
      expect((await open({ key: lost.key, topics: "blocks" })).status).toBe(401)
      await streams[1]?.close()
    } finally {
      vi.useRealTimers()
    }
  })

  test("a cursor older than what is kept is 410, with the oldest one", async () => {
    const { key } = await createApiKey()
    await log(1, 2, 3)
    const [first = "", second = ""] = await idsOf()
    await pool().query(
      "update stream_event set created_at = now() - interval '8 days' where id <= $1",
      [second],
    )
    await pruneLog()
    expect(await idsOf()).toHaveLength(1)
    const expired = await open({ key, topics: "blocks", after: first })
    const body = await expired.json()
    expect([expired.status, body.code]).toEqual([410, "CURSOR_EXPIRED"])
    expect(body.details[0].oldest).toBe(second)
    const stream = await follow({ key, topics: "blocks", after: body.details[0].oldest })
    await until(async () => stream.events.length === 2)
    expect(stream.events[1]?.data).toEqual({ number: 3 })
    await stream.close()
    // Once more, when nothing is old: the oldest cursor stays.
    await pruneLog()
    expect((await open({ key, topics: "blocks", after: first })).status).toBe(410)
  })

  test("many pages of the past come whole and in order, while new events arrive", async () => {
    const { key } = await createApiKey()
    await log(0)
    const [start = ""] = await idsOf()
    for (let from = 1; from <= 1_200; from += 400) {
      await log(...Array.from({ length: 400 }, (_, at) => from + at))
      // Events of other topics, or ids that were never used.
      await pool().query(
        "select setval('stream_event_id_seq', nextval('stream_event_id_seq') + 25000)",
      )
    }
    const stream = await follow({ key, topics: "blocks", after: start })
    for (let number = 1_201; number <= 1_230; number++) {
      await log(number)
      await notify()
    }
    await until(async () => stream.events.length === 1_231)
    const numbers = stream.events.slice(1).map(({ data }) => (data as { number: number }).number)
    expect(numbers).toEqual(Array.from({ length: 1_230 }, (_, at) => at + 1))
    await stream.close()
  })

  test("an id is never visible before a lower one", async () => {
    const slow = await pool().connect()
    await slow.query("begin")
    await logEntries(slow, [block(1)])
    const state = { isDone: false, wasDone: true }
    const second = log(2).then(() => {
      state.isDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    state.wasDone = state.isDone
    await slow.query("commit")
    slow.release()
    await second
    expect(state).toEqual({ isDone: true, wasDone: false })
    expect(await idsOf()).toHaveLength(2)
  })

  test("a cursor that was sent is never given twice: the transaction waits for the disk", async () => {
    const settings = await transaction(async (client) => {
      await client.query("set local synchronous_commit = off")
      await logEntries(client, [block(1)])
      return client.query("show synchronous_commit")
    })
    expect(settings.rows).toEqual([{ synchronous_commit: "on" }])
  })

  test("a client that does not read is sent away, and the others hear everything", async () => {
    const { key } = await createApiKey()
    const reading = await follow({ key, topics: "blocks" })
    let buffered = 0
    let isClosed = false
    const stream = new Stream(
      { topics: new Set(["blocks"]), logTopics: ["blocks"] },
      null,
      {
        write: (bytes) => {
          buffered += bytes.length
        },
        buffered: () => buffered,
        close: () => {
          isClosed = true
        },
      },
      { isAllowed: async () => true, release: () => {} },
    )
    await stream.run()
    const large = (number: number) => ({
      ...block(number),
      data: JSON.stringify({ number, text: "x".repeat(200_000) }),
    })
    for (let number = 1; number <= 4; number++)
      await transaction((client) => logEntries(client, [large(number)]))
    await notify()
    await until(async () => reading.events.length === 5)
    expect(isClosed).toBe(true)
    await reading.close()
  })

  test("goes on when the database has taken every connection away", async () => {
    const { key } = await createApiKey()
    const stream = await follow({ key, topics: "blocks" })
    await until(async () => stream.events.length === 1)
    await pool().query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    await until(async () =>
      log(1).then(
        () => true,
        () => false,
      ),
    )
    await until(async () => stream.events.length === 2)
    expect(stream.events[1]?.data).toEqual({ number: 1 })
    await stream.close()
  })
})

test("an event that cannot be read is no silence: the log names it", async () => {
  const { key } = await createApiKey()
  const stream = await follow({ key, topics: "reef" })
  const error = vi.spyOn(logger, "error").mockImplementation(() => {})
  const entry = { kind: "post" as const, cause: null, key: "not an id", topics: ["reef"] }
  await transaction((client) => logEntries(client, [entry]))
  await until(async () => {
    await notify()
    return error.mock.calls.length > 0
  })
  expect(error.mock.calls[0]?.[1]).toBe("The streams' log was not read")
  error.mockRestore()
  await stream.close()
})

test("events and their rows are read as of one moment", async () => {
  const { address: token } = await insertToken()
  const trade = await insertTrade({ token })
  const id = `${trade.number * 1_000_000}`
  const entry = { kind: "trade" as const, cause: Number(id), key: id, topics: ["trades"] }
  await transaction((client) => logEntries(client, [entry]))
  const { messages } = await readMessages(
    async (client) => {
      const events = await findEvents(client, { after: 0 })
      await pool().query("delete from trade")
      return { events }
    },
    () => true,
  )
  expect(messages.map(({ bytes }) => `${bytes}`)).toEqual([
    expect.stringMatching(
      `^event: trade\nid: \\d+\ndata: {"id":${id},"contractAddress":"${token}"`,
    ),
  ])
})

describe("the Reef", () => {
  test("a post is told when it is new and when it was edited, as the feed has it", async () => {
    const { key, wallet } = await createApiKey()
    const stream = await follow({ key, topics: "reef" })
    const own = await follow({ key, topics: `wallet:${wallet}` })
    const { body } = await call(createRoute, {
      ...{ method: "POST", as: { key } },
      body: { section: "mixed", title: "Low tide" },
    })
    await until(async () => stream.events.length === 2 && own.events.length === 2)
    const params = { postId: body.post.id }
    const view = async () => (await call(viewRoute, { params })).body.post
    expect(stream.events[1]).toMatchObject({ event: "post", data: await view() })
    expect(own.events[1]).toEqual(stream.events[1])
    await call(manageRoute, { method: "PATCH", params, as: { key }, body: { title: "High tide" } })
    await until(async () => stream.events.length === 3)
    expect(stream.events[2]).toMatchObject({ event: "post", data: await view() })
    for (const action of ["hide_post", "unhide_post"] as const)
      await moderate(wallet, { action, postId: body.post.id, muteMinutes: 1 })
    await until(async () => stream.events.length >= 4)
    expect(stream.events[3]).toMatchObject({ event: "post", data: await view() })
    await stream.close()
    await own.close()
  })

  test("a post that was deleted before it was sent is left out", async () => {
    const { key } = await createApiKey()
    await log(1)
    const [start = ""] = await idsOf()
    const { body } = await call(createRoute, {
      ...{ method: "POST", as: { key } },
      body: { section: "mixed", title: "Gone with the tide" },
    })
    const params = { postId: body.post.id }
    await call(manageRoute, { method: "DELETE", params, as: { key } })
    await log(2)
    const stream = await follow({ key, topics: "reef,blocks", after: start })
    await until(async () => stream.events.length === 2)
    expect(stream.events[1]?.data).toEqual({ number: 2 })
    await stream.close()
  })
})

test("a candle of several intervals can be resumed between them", async () => {
  const { key } = await createApiKey()
  const token = addressOf(77)
  const bucket = 1_800_000_000
  await pool().query(
    `insert into candle select $1, step, $2::int / step * step, 1, 1, 1, 1, 1, 1
      from unnest(array[60, 300, 900, 3600, 14400, 86400]) step on conflict do nothing`,
    [token, bucket],
  )
  await transaction((client) =>
    logEntries(client, [
      {
        ...{ kind: "candle", cause: null, key: `${token}:${bucket}` },
        topics: [`candles:${token}`],
      },
    ]),
  )
  const topics = ["1m", "5m", "1d"].map((interval) => `candles:${token}:${interval}`).join()
  const [id = ""] = await idsOf()
  const stream = await follow({ key, topics, after: `${Number(id) - 1}` })
  await until(async () => stream.events.length === 4)
  expect(stream.events.slice(1).map((event) => event.id)).toEqual([`${id}.0`, `${id}.1`, `${id}.5`])
  const rest = await follow({ key, topics, after: `${id}.0` })
  await until(async () => rest.events.length === 3)
  expect(rest.events.slice(1)).toEqual(stream.events.slice(2))
  await stream.close()
  await rest.close()
})
