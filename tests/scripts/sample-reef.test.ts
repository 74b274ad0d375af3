/** @module-tag long */
import { beforeAll, describe, expect, test } from "vitest"
import * as feedRoute from "@/app/api/reef/feed/route"
import * as postRoute from "@/app/api/reef/post/[postId]/route"
import { pool } from "@/lib/db/client"
import { cleanLine, cleanText, codePoints } from "@/lib/http/wire"
import {
  MAX_BODY_LENGTH,
  MAX_COMMENT_LENGTH,
  MAX_REPLY_DEPTH,
  MAX_TITLE_LENGTH,
  POST_COOLDOWN_SECONDS,
} from "@/lib/reef/constants"
import { findMentionsInText } from "@/lib/search/mentions/parse"
import { MNEMONIC } from "@/scripts/local/chain"
import { ACTORS } from "@/scripts/local/sample/actors"
import { checkReefCounts } from "@/scripts/local/sample/reef/check"
import { parseThreads, THREADS } from "@/scripts/local/sample/reef/parse-threads"
import { planReef } from "@/scripts/local/sample/reef/plan"
import { hasNoPosts, writeSampleReef } from "@/scripts/local/sample/reef/write"
import { readSample } from "@/scripts/local/sample/replay"
import { walletsOf } from "@/scripts/local/sample/wallets"
import { call } from "@/tests/helpers/call"
import { insertToken } from "@/tests/helpers/rows"
import { listSampleTokens } from "./sample-tokens"

const DAY_MS = 86_400_000
const now = new Date()
const start = now.getTime() - 30 * DAY_MS
const wallets = walletsOf(MNEMONIC)
const players = new Map(
  ACTORS.map((player) => [wallets(player.index).address.toLowerCase(), player]),
)

type Row = { id: string; wallet: string; at: Date; title: string; body: string | null }
let posts: Row[]
let comments: (Row & { depth: number; message: string })[]
let written: Awaited<ReturnType<typeof writeSampleReef>>

/** The threads as a history that ends at a time has them. */
function planAt(end: Date) {
  const topics = new Map(
    listSampleTokens(end).map(({ symbol, createdAt }) => {
      return [symbol, { symbol, url: `/${symbol}`, createdAt }] as const
    }),
  )
  const actors = [...players].map(([wallet, actor]) => ({ ...actor, wallet }))
  return planReef(THREADS, { actors, topics, now: end, days: 30 })
}

beforeAll(async () => {
  for (const { symbol, isPrediction, createdAt } of listSampleTokens(now)) {
    const { address } = await insertToken({ symbol, createdAt })
    if (!isPrediction) continue
    await pool().query("update token set is_prediction = true where address = $1", [address])
  }
  expect(await hasNoPosts()).toBe(true)
  written = await writeSampleReef(now)
  posts = await rowsOf("select *, created_at as at from reef_post order by id")
  comments = await rowsOf("select *, created_at as at from reef_comment order by id")
})

const rowsOf = async (sql: string) => (await pool().query(sql)).rows
const count = async (sql: string) => Number((await rowsOf(`select count(*) from ${sql}`))[0].count)

describe("the Reef of the sample", () => {
  test("has all of its threads, and much is said in them", async () => {
    expect(written).toEqual({ posts: THREADS.length, comments: comments.length })
    expect(posts.length).toBeGreaterThanOrEqual(60)
    expect(comments.length).toBeGreaterThanOrEqual(300)
    expect(Math.max(...comments.map(({ depth }) => depth))).toBe(MAX_REPLY_DEPTH)
    expect(await count("reef_post_vote")).toBeGreaterThan(300)
    expect(await count("reef_comment_vote")).toBeGreaterThan(300)
  })

  test("is written by people and by agents, each in the section they may write in", async () => {
    expect(await count("agent")).toBeGreaterThanOrEqual(3)
    const byAgents = "reef_post p join agent a on a.wallet = p.wallet"
    expect(await count(`${byAgents} where section = 'agent'`)).toBeGreaterThan(5)
    expect(await count(`${byAgents} where section = 'human'`)).toBe(0)
    expect(
      await count(`reef_post where section = 'agent' and wallet not in (select wallet from agent)`),
    ).toBe(0)
    expect(
      await count(`reef_comment c join reef_post p on p.id = c.post_id where p.section = 'agent'
        and c.wallet not in (select wallet from agent)`),
    ).toBe(0)
    expect(
      await count(`reef_comment c join reef_post p on p.id = c.post_id where p.section = 'human'
        and c.wallet in (select wallet from agent)`),
    ).toBe(0)
  })

  test("has a post its readers flagged, one an admin hid, and one with few reports", async () => {
    expect(await count("reef_post where is_flagged and hidden_by = 'reports'")).toBe(1)
    expect(await count("reef_post where not is_flagged and hidden_by = 'admin'")).toBe(1)
    expect(await count("reef_post where hidden_at is null and report_count > 0")).toBe(1)
    expect(await count("reef_action")).toBe(2)
  })

  test("is spread over the history", () => {
    const days = new Set(posts.map(({ at }) => Math.floor((at.getTime() - start) / DAY_MS)))
    expect(days.size).toBeGreaterThan(20)
    expect([...posts, ...comments].filter(({ at }) => at > now)).toEqual([])
  })

  test.each([0, 5, 11, 17, 23.9])("lets nobody speak before they came: ending at %d h", (hour) => {
    const end = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + hour * 3_600_000 + 1)
    const planned = planAt(end)
    const joinedAt = new Map<number, number>()
    for (const { at, from } of readSample(Math.floor(end.getTime() / 1000)).toReversed()) {
      joinedAt.set(from, at * 1000)
    }
    const early = planned.flatMap(({ title, at, wallet, comments: said }) =>
      [{ at, wallet }, ...said].flatMap((each) => {
        const { name, index } = players.get(each.wallet) ?? { name: "nobody", index: -1 }
        const joined = joinedAt.get(index) ?? Number.POSITIVE_INFINITY
        return each.at.getTime() < joined ? [`${name} in "${title}"`] : []
      }),
    )
    expect(early).toEqual([])
    expect(planned).toHaveLength(THREADS.length)
  })

  test("could have been posted: lengths, cooldowns, clean texts", () => {
    const last = new Map<string, number>()
    for (const { wallet, at, title, body } of posts) {
      const before = last.get(wallet) ?? 0
      expect((at.getTime() - before) / 1000, title).toBeGreaterThan(POST_COOLDOWN_SECONDS)
      last.set(wallet, at.getTime())
      expect(cleanLine(title)).toBe(title)
      expect(codePoints(title)).toBeLessThanOrEqual(MAX_TITLE_LENGTH)
      expect(cleanText(body ?? "")).toBe(body ?? "")
      expect(codePoints(body ?? "")).toBeLessThanOrEqual(MAX_BODY_LENGTH)
    }
    for (const { message } of comments) {
      expect(cleanText(message)).toBe(message)
      expect(codePoints(message)).toBeLessThanOrEqual(MAX_COMMENT_LENGTH)
    }
  })

  test("keeps the cooldown between posts whenever the history ends", () => {
    const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
    const close = new Set<string>()
    for (let minute = 0; minute < 24 * 60; minute += 90) {
      const last = new Map<string, number>()
      for (const { wallet, at, title } of planAt(new Date(midnight + minute * 60_000))) {
        const seconds = (at.getTime() - (last.get(wallet) ?? 0)) / 1000
        if (seconds <= POST_COOLDOWN_SECONDS) close.add(title)
        last.set(wallet, at.getTime())
      }
    }
    expect([...close]).toEqual([])
  })

  test("speaks of tokens and markets that are there", () => {
    const texts = posts.map(({ title, body }) => `${title}\n${body}`)
    expect(texts.join()).not.toMatch(/\{[A-Z0-9]+\}/)
    const mentions = texts.map((text) => findMentionsInText(text, "localhost:3000"))
    expect(mentions.filter(({ addresses }) => addresses.length > 0).length).toBeGreaterThan(15)
    const sampleSymbols = listSampleTokens(now).map(({ symbol }) => symbol)
    expect(sampleSymbols).toEqual(
      expect.arrayContaining(mentions.flatMap(({ symbols }) => symbols)),
    )
  })

  test("is what the API answers", async () => {
    const { body } = await call(feedRoute, { query: { section: "all", limit: 100 } })
    expect(body.data).toHaveLength(posts.length - 2)
    const [newest] = body.data
    const thread = await call(postRoute, { params: { postId: newest?.id ?? "" } })
    expect(thread.body.comments).toHaveLength(newest?.commentCount ?? -1)
    expect(body.data.filter(({ username }) => username !== null).length).toBeGreaterThan(50)
  })

  test("is written once", async () => {
    expect(await hasNoPosts()).toBe(false)
  })
})

test.each([
  "update reef_post set score = score + 1 where id = (select min(id) from reef_post)",
  "update reef_post set comment_count = comment_count + 1 where id = (select min(id) from reef_post)",
  "update reef_comment set deleted_at = now() where id = (select min(id) from reef_comment)",
  "update reef_comment set score = score + 1 where id = (select min(id) from reef_comment)",
  "delete from reef_report",
  "update reef_post_count set posts = posts + 1 where span = 'all'",
  "update reef_comment set depth = 2 where depth = 1",
])("a counter that is wrong is found: %s", async (sql) => {
  const client = await pool().connect()
  try {
    await client.query("begin")
    await expect(checkReefCounts(client)).resolves.toBeUndefined()
    await client.query(sql)
    await expect(checkReefCounts(client)).rejects.toThrow("wrong")
  } finally {
    await client.query("rollback")
    client.release()
  }
})

test("a thread that is written down wrongly is refused", () => {
  const head = "== 1 | Ingrid | mixed | 3"
  expect(() => parseThreads(`${head}\nTitle\n>> Felix: to nobody`)).toThrow("answers nothing")
  expect(() => parseThreads("== soon | Ingrid | mixed | 3\nTitle")).toThrow("No time")
  expect(() => parseThreads("== 1 | Ingrid | attic | 3\nTitle")).toThrow("No thread")
})
