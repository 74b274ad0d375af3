import { beforeEach, describe, expect, test } from "vitest"
import * as commentsRoute from "@/app/api/comments/route"
import { suppressComment } from "@/lib/content/comments/service"
import { prisma } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertOrderEvent, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

type Visitor = Awaited<ReturnType<typeof createSession>>

beforeEach(emptyTables)

const read = (query: Record<string, string | number>) => call(commentsRoute, { query })

const write = (visitor: Visitor, body: object) =>
  call(commentsRoute, {
    method: "POST",
    as: visitor,
    body: { content: "Kelp grows", authorAddress: visitor.address, ...body },
  })

const remove = (visitor: Visitor, query: Record<string, string | number>) =>
  call(commentsRoute, {
    method: "DELETE",
    as: visitor,
    query: { authorAddress: visitor.address, ...query },
  })

const countOf = async (id: number) =>
  (await prisma.project.findUnique({ where: { id } }))?.commentCount

/** A token with as many trades of one visitor as wanted, the n-th worth so many USD. */
async function tradedBy(visitor: Visitor, ...usd: number[]) {
  const token = await insertToken()
  const trades = []
  for (const value of usd) {
    const amountUsdc = BigInt(value) * WAD
    trades.push(await insertTrade({ token: token.address, user: visitor.address, amountUsdc }))
  }
  return { ...token, trades }
}

describe("POST /api/comments", () => {
  test("200: each comment uses the next trade of 5 USD or more", async () => {
    const visitor = await createSession()
    const { id, dev, trades } = await tradedBy(visitor, 5, 4, 6)
    const first = await write(visitor, { projectId: id, content: " A\r\nforest\u200b " })
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        projectId: id,
        author: visitor.address,
        content: "A\nforest",
        tradeType: "buy",
        txHash: trades[0]?.hash,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        deletedAt: null,
        project: { dev },
      },
    ])
    const second = await write(visitor, { projectId: id })
    expect(second.body.txHash).toBe(trades[2]?.hash)
    const third = await write(visitor, { projectId: id })
    expect([third.status, third.body.code]).toEqual([403, "COMMENT_NOT_ELIGIBLE"])
    expect(await countOf(id)).toBe(2)
  })

  test("200: trades of all types, purchases and fills count in chain order", async () => {
    const visitor = await createSession()
    const { id, address } = await insertMarket()
    const own = { token: address }
    const filled = await insertOrderEvent({
      ...own,
      ...{ orderId: 0, kind: "filled", buyer: visitor.address, amount: 20n * WAD },
      usdc: 10n * WAD,
    })
    const bought = await insertPurchase({ ...own, buyer: visitor.address, usdc: 5n * WAD })
    await insertPurchase({ ...own, buyer: visitor.address, usdc: 5n * WAD - 1n })
    // Of the seller no trade, and a leg of a route is none.
    await insertOrderEvent({
      ...own,
      ...{ orderId: 1, kind: "filled", seller: visitor.address, buyer: addressOf(9) },
      ...{ amount: 20n * WAD, usdc: 10n * WAD },
    })
    const trade = { ...own, user: visitor.address, amountUsdc: 5n * WAD }
    await insertTrade({ ...trade, routingLeg: true })
    const sold = await insertTrade({ ...trade, type: 3 })
    const used = []
    for (let place = 0; place < 4; place++) {
      const { status, body } = await write(visitor, { projectId: id })
      used.push([status, body.tradeType, body.txHash])
    }
    expect(used).toEqual([
      [200, "buy", filled.hash],
      [200, "buy", bought.hash],
      [200, "leverage_sell", sold.hash],
      [403, undefined, undefined],
    ])
  })

  test("200: the dev needs no trade and uses none", async () => {
    const visitor = await createSession()
    const { id, address } = await insertToken({ dev: visitor.address })
    await insertTrade({ token: address, user: visitor.address, amountUsdc: 9n * WAD })
    for (const content of ["One", "Two"]) {
      const { body } = await write(visitor, { projectId: id, content })
      expect(body).toMatchObject({ content, tradeType: null, txHash: null })
    }
  })

  test("200: a wallet of the session is named whatever the header says", async () => {
    const visitor = await createSession()
    const { id } = await tradedBy(visitor, 5)
    const { status } = await call(commentsRoute, {
      method: "POST",
      as: visitor,
      headers: { "x-wallet-address": addressOf(9) },
      body: { projectId: id, content: "Kelp", authorAddress: visitor.account.address },
    })
    expect(status).toBe(200)
  })

  test("200: 2,000 characters, markup kept as it is", async () => {
    const visitor = await createSession()
    const { id } = await tradedBy(visitor, 5)
    const content = `<script>alert(1)</script> **bold** ${"🌊".repeat(1_965)}`
    expect([...content]).toHaveLength(2_000)
    expect((await write(visitor, { projectId: id, content })).body.content).toBe(content)
  })

  test("400: one character more", async () => {
    const visitor = await createSession()
    const { id } = await tradedBy(visitor, 5)
    const { status, body } = await write(visitor, { projectId: id, content: "a".repeat(2_001) })
    expect([status, body.code, body.details]).toEqual([
      400,
      "CONTENT_TOO_LONG",
      [{ path: "content", message: "must have at most 2000 characters" }],
    ])
  })

  test.each([
    ["content", { content: undefined }],
    ["content", { content: " \u200b\n" }],
    ["content", { content: 7 }],
    ["projectId", { projectId: "1" }],
    ["projectId", { projectId: 1.5 }],
    ["projectId", { projectId: 2 ** 31 }],
    ["projectId", { projectId: null }],
    ["authorAddress", { authorAddress: "0x12" }],
  ])("400: %s of %j", async (path, change) => {
    const { status, body } = await write(await createSession(), { projectId: 1, ...change })
    expect([status, body.code, body.details[0]?.path]).toEqual([400, "VALIDATION_FAILED", path])
  })

  test("401: nobody, and a key", async () => {
    const body = { projectId: 1, content: "Kelp", authorAddress: addressOf(1) }
    const nobody = await call(commentsRoute, { method: "POST", body })
    expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHENTICATED"])
    const keyed = await call(commentsRoute, { method: "POST", body, as: await createApiKey() })
    expect([keyed.status, keyed.body.code]).toEqual([401, "SESSION_REQUIRED"])
  })

  test("403: a wallet outside the session, before anything about the project", async () => {
    const { status, body } = await write(await createSession(), {
      projectId: 404,
      authorAddress: addressOf(5),
    })
    expect([status, body.code]).toEqual([403, "WALLET_NOT_IN_SESSION"])
  })

  test("403: trades of others and of other tokens earn nothing", async () => {
    const visitor = await createSession()
    await tradedBy(visitor, 50)
    const { id, address } = await insertToken()
    await insertTrade({ token: address, user: addressOf(5), amountUsdc: 50n * WAD })
    const { status, body } = await write(visitor, { projectId: id })
    expect([status, body.code]).toEqual([403, "COMMENT_NOT_ELIGIBLE"])
    expect(await countOf(id)).toBe(0)
  })

  test("404: no such project", async () => {
    const { status, body } = await write(await createSession(), { projectId: 404 })
    expect([status, body.code]).toEqual([404, "PROJECT_NOT_FOUND"])
  })
})

describe("GET /api/comments", () => {
  test("200: newest first, with the project's dev; hidden ones left out", async () => {
    const visitor = await createSession()
    const { id, dev, trades } = await tradedBy(visitor, 5, 5, 5, 5)
    const ids: number[] = []
    for (const content of ["One", "Two", "Three", "Four"]) {
      ids.push((await write(visitor, { projectId: id, content })).body.id)
    }
    await remove(visitor, { id: ids[1] ?? 0 })
    await suppressComment(ids[2] ?? 0)
    const { body } = await read({ projectId: id })
    expect(body.data.map(({ content }) => content)).toEqual(["Four", "One"])
    expect(body.data[0]).toEqual({
      id: ids[3],
      projectId: id,
      author: visitor.address,
      content: "Four",
      tradeType: "buy",
      txHash: trades[3]?.hash,
      createdAt: expect.any(String),
      project: { dev },
    })
    expect(body.pagination).toEqual({ total: 2, page: 1, limit: 50, hasMore: false })
    const paged = await read({ projectId: id, limit: 1 })
    expect(paged.body.pagination).toEqual({ total: 2, page: 1, limit: 1, hasMore: true })
    const beyond = await read({ projectId: id, page: 3, limit: 500 })
    expect(beyond.body).toEqual({
      data: [],
      pagination: { total: 2, page: 3, limit: 100, hasMore: false },
    })
    expect(await countOf(id)).toBe(2)
  })

  test("200: an unknown project has no comments", async () => {
    const { status, body } = await read({ projectId: 404 })
    expect([status, body]).toEqual([
      200,
      { data: [], pagination: { total: 0, page: 1, limit: 50, hasMore: false } },
    ])
  })

  test.each<Record<string, string>>([
    {},
    { projectId: "" },
    { projectId: "-1" },
    { projectId: "1e3" },
    { projectId: "x" },
  ])("400: %j", async (query) => {
    const { status, body } = await read(query)
    expect([status, body.code, body.details[0]?.path]).toEqual([
      400,
      "VALIDATION_FAILED",
      "projectId",
    ])
  })
})

describe("DELETE /api/comments", () => {
  test("200: gone from the lists, its trade stays used; a second time 404", async () => {
    const visitor = await createSession()
    const { id: projectId } = await tradedBy(visitor, 5)
    const { id } = (await write(visitor, { projectId })).body
    const gone = await remove(visitor, { id })
    expect([gone.status, gone.body]).toEqual([200, { ok: true }])
    expect((await read({ projectId })).body.data).toEqual([])
    expect(await countOf(projectId)).toBe(0)
    expect((await write(visitor, { projectId })).body.code).toBe("COMMENT_NOT_ELIGIBLE")
    const again = await remove(visitor, { id })
    expect([again.status, again.body.code]).toEqual([404, "COMMENT_NOT_FOUND"])
    expect(await countOf(projectId)).toBe(0)
  })

  test("400: without id or author", async () => {
    const visitor = await createSession()
    const { status, body } = await call(commentsRoute, { method: "DELETE", as: visitor })
    expect([status, body.details.map(({ path }) => path)]).toEqual([400, ["id", "authorAddress"]])
  })

  test("401: nobody", async () => {
    const query = { id: 1, authorAddress: addressOf(1) }
    const { status, body } = await call(commentsRoute, { method: "DELETE", query })
    expect([status, body.code]).toEqual([401, "UNAUTHENTICATED"])
  })

  test("403: another's comment, or in another's name", async () => {
    const [author, other] = [await createSession(), await createSession()]
    const { id: projectId } = await tradedBy(author, 5)
    const { id } = (await write(author, { projectId })).body
    const stranger = await remove(other, { id })
    expect([stranger.status, stranger.body.code]).toEqual([403, "NOT_AUTHOR"])
    const disguised = await remove(other, { id, authorAddress: author.address })
    expect([disguised.status, disguised.body.code]).toEqual([403, "WALLET_NOT_IN_SESSION"])
    expect(await countOf(projectId)).toBe(1)
  })

  test("404: never there, or taken out by the operator", async () => {
    const visitor = await createSession()
    const { id: projectId } = await tradedBy(visitor, 5)
    const { id } = (await write(visitor, { projectId })).body
    await suppressComment(id)
    for (const missing of [0, 404, id]) {
      const { status, body } = await remove(visitor, { id: missing })
      expect([status, body.code]).toEqual([404, "COMMENT_NOT_FOUND"])
    }
  })
})
