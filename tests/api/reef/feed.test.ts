import { beforeEach, describe, expect, test } from "vitest"
import * as walletRoute from "@/app/api/reef/feed/[wallet]/route"
import * as feedRoute from "@/app/api/reef/feed/route"
import * as highlightsRoute from "@/app/api/reef/highlights/route"
import { processSingleton } from "@/lib/async/process-singleton"
import { pool } from "@/lib/db/client"
import { call } from "@/tests/helpers/call"
import { insertPost } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"

beforeEach(async () => {
  await pool().query("delete from reef_post")
  processSingleton("pages", () => new Map()).clear()
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const feed = (query = {}) => call(feedRoute, { path: "/api/reef/feed", query })

describe("GET /api/reef/feed", () => {
  test("200: by default section mixed, newest first, whatever its age", async () => {
    const old = await insertPost({ createdAt: ago(100), score: 9 })
    const fresh = await insertPost({ createdAt: ago(1) })
    await insertPost({ section: "human" })
    const { status, body, headers } = await feed()
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=10"])
    expect(body.data.map(({ id }) => id)).toEqual([fresh, old])
    expect(body.pagination).toEqual({ total: 2, limit: 20, offset: 0 })
    expect(headers.get("etag")).toMatch(/^".+"$/)
  })

  test("200: top and hot, limits clamped, an offset past the end", async () => {
    const old = await insertPost({ createdAt: ago(20), score: 9 })
    const fresh = await insertPost({ createdAt: ago(1), score: 3 })
    const older = await insertPost({ createdAt: ago(30), score: 50 })
    const ids = async (query: object) => (await feed(query)).body.data.map(({ id }) => id)
    expect(await ids({ sort: "top" })).toEqual([old, fresh])
    expect(await ids({ sort: "top", period: "all" })).toEqual([older, old, fresh])
    expect(await ids({ sort: "hot" })).toEqual([fresh, older, old])
    expect((await feed({ limit: 500 })).body.pagination.limit).toBe(100)
    const past = await feed({ offset: 2_147_483_647 })
    expect([past.status, past.body.data, past.body.pagination.total]).toEqual([200, [], 3])
  })

  test("200: a search, literally; an empty one finds all", async () => {
    const id = await insertPost({ title: "100%_sure", body: "A\\B" })
    await insertPost({ title: "1000 sure" })
    for (const q of ["%_S", "a\\b", "100%_sure"]) {
      expect((await feed({ q })).body.data.map((post) => post.id)).toEqual([id])
    }
    expect((await feed({ q: "" })).body.pagination.total).toBe(2)
  })

  test.each([
    ["section", "deep"],
    ["sort", "new"],
    ["period", "2h"],
    ["q", "x".repeat(101)],
    ["limit", "0"],
    ["limit", "1e3"],
    ["offset", "-1"],
    ["offset", "0x10"],
    ["offset", ""],
  ])("400: %s %s", async (name, value) => {
    const answer = await feed({ [name]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
    expect(answer.body.details).toMatchObject([{ path: name }])
  })
})

describe("GET /api/reef/feed/{wallet}", () => {
  const of = (wallet: string, query = {}) => call(walletRoute, { params: { wallet }, query })

  test("200: its posts in all sections, in any case of its address", async () => {
    const wallet = addressOf(12)
    const id = await insertPost({ wallet, section: "human" })
    await insertPost()
    for (const written of [wallet, wallet.toUpperCase().replace("0X", "0x")]) {
      expect((await of(written)).body).toMatchObject({ data: [{ id, wallet }] })
    }
    expect((await of(wallet, { section: "mixed" })).body.data).toEqual([])
    expect((await of(addressOf(13))).body.pagination).toEqual({ total: 0, limit: 20, offset: 0 })
  })

  test("400: no address", async () => {
    expect(await of("0x1")).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
  })
})

describe("GET /api/reef/highlights", () => {
  test("200: of a section or all; kept for 30 seconds", async () => {
    const path = "/api/reef/highlights"
    const id = await insertPost({ section: "agent" })
    const { body, headers } = await call(highlightsRoute, { path })
    expect(body.data.map((post) => post.id)).toEqual([id])
    expect(headers.get("cache-control")).toBe("public, max-age=30")
    const mixed = await call(highlightsRoute, { path, query: { section: "mixed" } })
    expect(mixed.body).toEqual({ data: [] })
    const wrong = await call(highlightsRoute, { path, query: { section: "deep" } })
    expect(wrong.status).toBe(400)
  })
})
