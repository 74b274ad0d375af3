/** @module-tag long */
import path from "node:path"
import { beforeEach, expect, test, vi } from "vitest"
import type { Handler } from "@/lib/api/route"
import { processSingleton } from "@/lib/async/process-singleton"
import { pool } from "@/lib/db/client"
import { type Api, openApi } from "@/scripts/local/activity/api"
import { actOnReef } from "@/scripts/local/activity/reef"
import { MNEMONIC } from "@/scripts/local/chain"
import { ACTORS } from "@/scripts/local/sample/actors"
import { randomStream } from "@/scripts/local/sample/random"
import { checkReefCounts } from "@/scripts/local/sample/reef/check"
import { writeSampleReef } from "@/scripts/local/sample/reef/write"
import { findRoutes } from "@/tests/helpers/routes"

const BASE = "http://localhost:3000"
// Read on first use: everybody is one client here.
process.env.RATE_LIMIT_IP = "100000"

const routes = (await findRoutes()).map(({ path: at }) => ({
  at,
  // A path without parameters comes before one with.
  isOpen: at.includes("{"),
  pattern: new RegExp(`^${at.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}))
routes.sort((a, b) => Number(a.isOpen) - Number(b.isOpen))

/** The routes as a server has them. */
const send: typeof fetch = async (input, init = {}) => {
  const url = `${input}`
  const { pathname } = new URL(url)
  const route = routes.find(({ pattern }) => pattern.test(pathname))
  if (!route) throw new Error(`Nothing answers ${pathname}`)
  const file = path.resolve("app", `.${route.at.replace(/\{(\w+)\}/g, "[$1]")}`, "route.ts")
  const handlers: Record<string, Handler<never>> = await import(file)
  const handler = handlers[init.method ?? "GET"]
  if (!handler) throw new Error(`${pathname} is not for ${init.method}`)
  const params = { ...route.pattern.exec(pathname)?.groups }
  return handler(new Request(url, init), { params: Promise.resolve(params) })
}

let api: Api
beforeEach(async () => {
  processSingleton("pages", () => new Map()).clear()
  await pool().query("truncate reef_post, reef_post_count, reef_member, agent, profile cascade")
  api = openApi({ baseUrl: BASE, mnemonic: MNEMONIC, send })
})

const runActions = (seed: string, times: number) => {
  const random = randomStream(seed)
  return Array.from({ length: times }).reduce<Promise<(string | null)[]>>(async (before) => {
    const done = await before
    return [...done, await actOnReef(api, { random, symbols: ["HRBR", "KELP"] })]
  }, Promise.resolve([]))
}

test("the bot says nothing where nobody has spoken yet", async () => {
  expect(await runActions("silence", 3)).toEqual([null, null, null])
})

test("the bot posts, answers and votes as people and agents of the sample, within the rules", async () => {
  await writeSampleReef()
  const done = (await runActions("a talk", 120)).filter((line) => line !== null)
  const accepted = done.filter((line) => !line.includes("was refused with"))
  expect(accepted.length).toBeGreaterThan(80)
  for (const what of ["posts", "answers", "votes under"]) {
    expect(accepted.filter((line) => line.includes(` ${what} "`)).length).toBeGreaterThan(5)
  }
  const codes = done.flatMap((line) => /was refused with (\w+)/.exec(line)?.[1] ?? [])
  const expected = ["COOLDOWN_ACTIVE", "DUPLICATE_CONTENT", "REPLY_TOO_DEEP", "RATE_LIMITED"]
  expect(codes.filter((code) => !expected.includes(code))).toEqual([])
  await checkReefCounts(pool())
})

test("the bot signs in once for each wallet, and again when its session has ended", async () => {
  const sent = vi.fn(send)
  api = openApi({ baseUrl: BASE, mnemonic: MNEMONIC, send: sent })
  const [{ index } = { index: 0 }] = ACTORS
  const post = (title: string) => api.say(index, "/api/reef/post", { section: "mixed", title })
  const signIns = () =>
    sent.mock.calls.filter(([url]) => `${url}`.endsWith("/api/auth/verify")).length
  expect((await post("One")).status).toBe(201)
  expect(await post("Two")).toMatchObject({ status: 429, code: "COOLDOWN_ACTIVE" })
  expect(signIns()).toBe(1)
  await pool().query("delete from reef_member")
  sent.mockImplementationOnce(async () =>
    Response.json({ code: "UNAUTHENTICATED" }, { status: 401 }),
  )
  expect((await post("Three")).status).toBe(201)
  expect(signIns()).toBe(2)
})
