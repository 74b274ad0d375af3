import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import * as linkRoute from "@/app/api/moltbook/link/route"
import * as statusRoute from "@/app/api/moltbook/status/route"
import * as verifyRoute from "@/app/api/moltbook/verify/route"
import * as listRoute from "@/app/api/v1/social/verified-moltbook-posts/route"
import * as submitRoute from "@/app/api/v1/social/verify-moltbook-post/route"
import { pool } from "@/lib/db/client"
import { log as logger } from "@/lib/telemetry/logger"
import { blockWallet } from "@/lib/wallets/block-service"
import { createApiKey } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { moltbookPost, networks, sendJson } from "@/tests/helpers/networks"
import { windowStart } from "@/tests/helpers/rate-window"

let as: { key: string }
let wallet: string

beforeEach(async () => {
  vi.spyOn(logger, "warn").mockImplementation(() => {})
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})
afterEach(() => vi.restoreAllMocks())

const ask = (moltbookName: unknown, who: Credentials = as) =>
  call(linkRoute, { method: "POST", body: { moltbookName }, as: who })
const verify = (moltbookName: string, postId: unknown, who: Credentials = as) =>
  call(verifyRoute, { method: "POST", body: { moltbookName, postId }, as: who })
const submit = (postId: unknown, who: Credentials = as) =>
  call(submitRoute, { method: "POST", body: { postId }, as: who })
const status = async (who: Credentials = as) => (await call(statusRoute, { as: who })).body
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

let names = 0
const newName = () => `Molty-${process.pid}-${++names}`

async function linkAccount(who: Credentials = as, name = newName()) {
  const { body } = await ask(name, who)
  const id = moltbookPost({ author: name, content: `I am ${body.challenge}`, up: 5, down: 2 })
  const answer = await verify(name, id, who)
  if (answer.status !== 200) throw new Error(answer.text)
  return { name, id }
}

test("400, 401: names, post ids and callers", async () => {
  for (const name of [undefined, 7, "", "a".repeat(51), "two words", "<b>", "ümlaut"]) {
    expect(codeOf(await ask(name))).toEqual([400, "VALIDATION_FAILED"])
  }
  const id = crypto.randomUUID()
  for (const postId of [
    "",
    "7",
    `http://www.moltbook.com/post/${id}`,
    `https://moltbook.com.evil.example/post/${id}`,
    `https://127.0.0.1/post/${id}`,
    `https://www.moltbook.com:8443/post/${id}`,
    `https://user@www.moltbook.com/post/${id}`,
    `https://www.moltbook.com/post/?id=${id}`,
    `x${id}`,
  ]) {
    const { status, body } = await submit(postId)
    expect([status, body.details[0]?.path]).toEqual([400, "postId"])
    expect(codeOf(await verify("reef", postId))).toEqual([400, "VALIDATION_FAILED"])
  }
  expect(networks.requests).toEqual([])
  for (const route of [linkRoute, verifyRoute, submitRoute]) {
    const body = { moltbookName: "reef", postId: id }
    expect((await call(route, { method: "POST", body })).status).toBe(401)
  }
  for (const route of [statusRoute, listRoute]) expect((await call(route)).status).toBe(401)
})

describe("linking", () => {
  test("200: a post with the code links its author and counts as the first post", async () => {
    const none = { linked: false, moltbookName: null, verified: false, postCount: 0, totalKarma: 0 }
    expect(await status()).toEqual({ ...none, pendingChallenge: null })
    const name = newName()
    const { body } = await ask(name.toLowerCase())
    expect(body.challenge).toMatch(/^atoll_molt_[0-9a-f]{12}$/)
    expect(body.instructions).toContain(body.challenge)
    const { challenge } = body
    expect(await status()).toEqual({ ...none, pendingChallenge: { challenge } })
    const id = moltbookPost({ author: name, title: `Hi ${challenge}!`, up: 5, down: 7 })
    const { status: code, body: linked } = await verify(
      name.toUpperCase(),
      `https://moltbook.com/post/${id.toUpperCase()}`,
    )
    const message = `Linked to the Moltbook account ${name}.`
    expect([code, linked]).toEqual([200, { success: true, moltbookName: name, message }])
    expect(networks.requests.map(({ line }) => line)).toEqual([`GET /api/v1/posts/${id}`])
    const full = { linked: true, moltbookName: name, verified: true, postCount: 1, totalKarma: -2 }
    expect(await status()).toEqual({ ...full, pendingChallenge: null })
    const { posts } = (await call(listRoute, { as })).body
    const postUrl = `https://www.moltbook.com/post/${id}`
    expect(posts).toMatchObject([
      { id, postUrl, karma: -2, mentionsPlatform: false, verified: true },
    ])
    const due = await pool().query("select 1 from points_due where wallet = $1", [wallet])
    expect(due.rowCount).toBe(1)
  })

  test("400, 404, 422: challenge, post, author and code, in this order", async () => {
    const name = newName()
    const other = moltbookPost({ author: newName() })
    expect(codeOf(await verify(name, other))).toEqual([400, "NO_ACTIVE_CHALLENGE"])
    const { body: old } = await ask(name)
    const { body } = await ask(name)
    const missing = await verify(name, crypto.randomUUID())
    expect(codeOf(missing)).toEqual([404, "MOLTBOOK_POST_NOT_FOUND"])
    const mismatch = [422, "MOLTBOOK_AUTHOR_MISMATCH"]
    expect(codeOf(await verify(name, other))).toEqual(mismatch)
    const stolen = moltbookPost({ author: newName(), content: body.challenge })
    expect(codeOf(await verify(name, stolen))).toEqual(mismatch)
    expect(codeOf(await verify(newName(), stolen))).toEqual(mismatch)
    const replaced = moltbookPost({ author: name, content: old.challenge })
    expect(codeOf(await verify(name, replaced))).toEqual([422, "CODE_NOT_FOUND"])
    await pool().query("update moltbook_challenge set expires_at = now() where wallet = $1", [
      wallet,
    ])
    const right = moltbookPost({ author: name, content: body.challenge })
    expect(codeOf(await verify(name, right))).toEqual([400, "NO_ACTIVE_CHALLENGE"])
  })

  test("409: one account for one wallet, in any case of the name, also at once", async () => {
    const { name, id } = await linkAccount()
    const linked = [409, "WALLET_ALREADY_LINKED"]
    expect(codeOf(await ask(newName()))).toEqual(linked)
    expect(codeOf(await verify(name, id))).toEqual(linked)
    const other = await createApiKey()
    const taken = [409, "ACCOUNT_ALREADY_LINKED"]
    expect(codeOf(await ask(name.toUpperCase(), other))).toEqual(taken)
    const agentName = newName()
    const wallets = await Promise.all(Array.from({ length: 10 }, () => createApiKey()))
    const codes = await Promise.all(
      wallets.map(async (who) => (await ask(agentName, who)).body.challenge),
    )
    const post = moltbookPost({ author: agentName, content: codes.join(" ") })
    const answers = await Promise.all(wallets.map((who) => verify(agentName, post, who)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const rows = await pool().query("select 1 from moltbook_post where post_id = $1", [post])
    expect(rows.rowCount).toBe(1)
  })

  test("503: Moltbook fails; the challenge stays", async () => {
    const name = newName()
    const { body } = await ask(name)
    const id = moltbookPost({ author: name, content: body.challenge })
    for (const [code, answer] of [
      [403, {}],
      [500, {}],
      [200, { success: false }],
      [200, { success: true, post: { id: crypto.randomUUID(), author: { name } } }],
      [200, []],
    ] as const) {
      networks.answer = (_, response) => sendJson(response, code, answer)
      expect(codeOf(await verify(name, id))).toEqual([503, "UPSTREAM_UNAVAILABLE"])
    }
    const flat = { id, title: body.challenge, author: { name }, submolt: { name: "atoll" } }
    networks.answer = (_, response) => sendJson(response, 200, flat)
    expect((await verify(name, id)).status).toBe(200)
  })
})

describe("posts for points", () => {
  test("201: in the forum, or with the word Atoll; the challenge's post takes nothing of the 3", async () => {
    const { name, id } = await linkAccount()
    const inForum = moltbookPost({ author: name, content: "hello", submolt: "Atoll", up: 3 })
    const { status: code, body } = await submit(inForum)
    expect(code).toBe(201)
    const { createdAt, ...post } = body.post
    expect(Date.parse(createdAt)).toBeGreaterThan(0)
    expect(post).toEqual({
      id: inForum,
      postUrl: `https://www.moltbook.com/post/${inForum}`,
      karma: 3,
      submolt: "Atoll",
      mentionsPlatform: false,
    })
    expect(codeOf(await submit(inForum))).toEqual([409, "ALREADY_SUBMITTED"])
    expect(codeOf(await submit(id))).toEqual([409, "ALREADY_SUBMITTED"])
    for (const content of ["atolls and atoll_molt", ""]) {
      const off = moltbookPost({ author: name, content })
      expect(codeOf(await submit(off))).toEqual([400, "OFF_TOPIC"])
    }
    for (const title of ["Why ATOLL?", "I like atoll."]) {
      const { body: next } = await submit(moltbookPost({ author: name, title }))
      expect(next.post.mentionsPlatform).toBe(true)
    }
    const fourth = await submit(moltbookPost({ author: name, title: "Atoll" }))
    expect(codeOf(fourth)).toEqual([429, "QUOTA_EXCEEDED"])
    expect(await status()).toMatchObject({ postCount: 4, totalKarma: 6 })
  })

  test("403, 422, 503: blocked, not linked, another author, no such post, Moltbook away", async () => {
    const id = moltbookPost({ author: newName(), title: "Atoll" })
    await blockWallet({ wallet, reason: null, admin: wallet })
    expect(codeOf(await submit(id))).toEqual([403, "WALLET_BLOCKED"])
    await pool().query("delete from blocked_wallet where wallet = $1", [wallet])
    expect(codeOf(await submit(id))).toEqual([403, "MOLTBOOK_NOT_LINKED"])
    await linkAccount()
    expect(codeOf(await submit(id))).toEqual([422, "MOLTBOOK_AUTHOR_MISMATCH"])
    const missing = await submit(crypto.randomUUID())
    expect(codeOf(missing)).toEqual([422, "MOLTBOOK_POST_UNVERIFIABLE"])
    networks.answer = (_, response) => response.writeHead(301, { location: "/" }).end()
    expect(codeOf(await submit(id))).toEqual([503, "UPSTREAM_UNAVAILABLE"])
  })

  test("many at once: one post counts once, and three a day", async () => {
    const { name } = await linkAccount()
    const same = moltbookPost({ author: name, title: "Atoll" })
    const first = await Promise.all(Array.from({ length: 5 }, () => submit(same)))
    expect(first.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const posts = Array.from({ length: 6 }, () => moltbookPost({ author: name, title: "Atoll" }))
    const answers = await Promise.all(posts.map((id) => submit(id)))
    const expected = [201, 201, 429, 429, 429, 429]
    expect(answers.map(({ status }) => status).sort()).toEqual(expected)
  })
})

test("429: each path has 10 or 15 requests a minute and address, whatever the credentials", async () => {
  const ip = "203.0.113.7"
  const who = await Promise.all(Array.from({ length: 4 }, () => createApiKey()))
  const paths = [
    [
      10,
      "/api/moltbook/status",
      () =>
        call(statusRoute, {
          ip,
          path: "/api/moltbook/status",
          as: who[names++ % 4] as Credentials,
        }),
    ],
    [
      15,
      "/api/v1/social/verify-moltbook-post",
      () =>
        call(submitRoute, {
          ip,
          path: "/api/v1/social/verify-moltbook-post",
          method: "POST",
          body: {},
          as: who[names++ % 4] as Credentials,
        }),
    ],
  ] as const
  for (const [quota, , send] of paths) {
    await windowStart()
    for (let i = 1; i <= quota; i++) {
      const { status: code, headers } = await send()
      expect(code).not.toBe(429)
      expect(headers.get("x-ratelimit-remaining")).toBe(`${quota - i}`)
    }
    const { status: code, headers, body } = await send()
    expect([code, body.code]).toEqual([429, "RATE_LIMITED"])
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    expect(headers.get("x-ratelimit-limit")).toBe(`${quota}`)
  }
})
