import { beforeEach, describe, expect, test } from "vitest"
import { findCommentViews, getCommentQuota } from "@/lib/content/comments/queries"
import {
  deleteComment,
  restoreComment,
  suppressComment,
  writeComment,
} from "@/lib/content/comments/service"
import { prisma } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { toldChanges } from "@/tests/helpers/changes"
import { runs } from "@/tests/helpers/deep"
import { insertMarket, insertOrderEvent, insertPurchase } from "@/tests/helpers/market-rows"
import { fc } from "@/tests/helpers/property"
import {
  addressOf,
  emptyTables,
  insertHolder,
  insertToken,
  insertTrade,
} from "@/tests/helpers/rows"

beforeEach(emptyTables)

const AUTHORS = [addressOf(0xa), addressOf(0xb)] as const
const DEV = addressOf(0xd)

const callerOf = (wallet: string) => ({
  via: "session" as const,
  wallet,
  wallets: [wallet],
  session: null,
})

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : error)

async function outcomesOf(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  const refused = settled.flatMap((each) =>
    each.status === "rejected" ? [codeOf(each.reason)] : [],
  )
  return { written: settled.length - refused.length, refused }
}

const rowsOf = (projectId: number) =>
  prisma.comment.findMany({ where: { projectId }, orderBy: { ordinal: "asc" } })

const shownOf = async (...query: Parameters<typeof findCommentViews>) =>
  (await findCommentViews(...query)).comments

const countOf = async (id: number) =>
  (await prisma.project.findUnique({ where: { id } }))?.commentCount

describe("ten at once", () => {
  test("are as many as were earned", async () => {
    const { id, address } = await insertToken()
    const [author] = AUTHORS
    const hashes = []
    for (let place = 0; place < 3; place++) {
      const { hash } = await insertTrade({ token: address, user: author, amountUsdc: 5n * WAD })
      hashes.push(hash)
    }
    const attempts = Array.from({ length: 10 }, (_, place) => writeComment(author, id, `${place}`))
    const { written, refused } = await outcomesOf(attempts)
    expect(written).toBe(3)
    expect(refused).toEqual(Array(7).fill("COMMENT_NOT_ELIGIBLE"))
    const rows = await rowsOf(id)
    expect(rows.map(({ ordinal, txHash }) => [ordinal, txHash])).toEqual(
      hashes.map((hash, place) => [place + 1, hash]),
    )
    expect(await countOf(id)).toBe(3)
  })

  test("of the dev are all made, with numbers of their own", async () => {
    const { id, dev } = await insertToken()
    const attempts = Array.from({ length: 10 }, (_, place) => writeComment(dev, id, `${place}`))
    expect((await outcomesOf(attempts)).written).toBe(10)
    const rows = await rowsOf(id)
    expect(rows.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    // The newest has the highest id and is the youngest.
    const byId = [...rows].sort((a, b) => a.id - b.id).map(({ createdAt }) => +createdAt)
    expect(byId).toEqual([...byId].sort((a, b) => a - b))
  })

  test("delete one comment once", async () => {
    const { id: projectId, dev } = await insertToken()
    const { id } = await writeComment(dev, projectId, "Kelp")
    const choice = { id, authorAddress: dev }
    const attempts = Array.from({ length: 10 }, () => deleteComment(callerOf(dev), choice))
    const { written, refused } = await outcomesOf(attempts)
    expect([written, new Set(refused)]).toEqual([1, new Set(["COMMENT_NOT_FOUND"])])
    expect(await countOf(projectId)).toBe(0)
  })
})

/** What may happen on a project, with who does it. */
const step = fc.record({
  kind: fc.constantFrom("trade", "leg", "small", "buy", "fill", "comment", "comment", "delete"),
  author: fc.constantFrom(...AUTHORS, DEV),
  type: fc.constantFrom(0, 1, 2, 3),
  /** Which of the author's visible comments, and how many attempts at once. */
  pick: fc.nat(5),
  times: fc.integer({ min: 1, max: 4 }),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Earned = { type: string; hash: string }

const words = ["buy", "sell", "leverage_buy", "leverage_sell"]

/** The rules once more, in memory: what each author's trades have earned and which comments must be there. */
class Model {
  readonly earned = new Map<string, Earned[]>()
  readonly written = new Map<string, { earned: Earned | null; isVisible: boolean }[]>()

  of = <T>(map: Map<string, T[]>, author: string): T[] => {
    const list = map.get(author) ?? []
    map.set(author, list)
    return list
  }

  /** How many of so many attempts succeed. */
  write(author: string, attempts: number) {
    const list = this.of(this.written, author)
    const before = list.length
    for (let attempt = 0; attempt < attempts; attempt++) {
      const earned = author === DEV ? null : this.of(this.earned, author)[list.length]
      if (earned === undefined) break
      list.push({ earned, isVisible: true })
    }
    return list.length - before
  }
}

async function takeStep(token: { id: number; address: string }, model: Model, each: Step) {
  const { kind, author, type, times, pick } = each
  const own = { token: token.address }
  const earn = ({ hash }: { hash: string }, word: string) =>
    model.of(model.earned, author).push({ type: word, hash })
  switch (kind) {
    case "trade": {
      const trade = await insertTrade({ ...own, user: author, type, amountUsdc: 5n * WAD })
      return earn(trade, words[type] ?? "")
    }
    case "leg":
      return insertTrade({ ...own, user: author, amountUsdc: 50n * WAD, routingLeg: true })
    case "small":
      return insertTrade({ ...own, user: author, amountUsdc: 5n * WAD - 1n })
    case "buy":
      return earn(await insertPurchase({ ...own, buyer: author, usdc: 7n * WAD }), "buy")
    case "fill": {
      const fill = { kind: "filled" as const, buyer: author, amount: 20n * WAD, usdc: 9n * WAD }
      return earn(await insertOrderEvent({ ...own, orderId: pick, ...fill }), "buy")
    }
    case "comment": {
      const attempts = Array.from({ length: times }, () => writeComment(author, token.id, "Kelp"))
      const { written, refused } = await outcomesOf(attempts)
      expect(written).toBe(model.write(author, times))
      return expect(refused).toEqual(Array(times - written).fill("COMMENT_NOT_ELIGIBLE"))
    }
    case "delete": {
      const visible = model.of(model.written, author).filter(({ isVisible }) => isVisible)
      const chosen = visible[pick % Math.max(visible.length, 1)]
      if (!chosen) return
      const ordinal = model.of(model.written, author).indexOf(chosen) + 1
      const row = await prisma.comment.findFirst({
        where: { projectId: token.id, author, ordinal },
      })
      await deleteComment(callerOf(author), { id: row?.id ?? 0, authorAddress: author })
      chosen.isVisible = false
    }
  }
}

describe("any order of trades, comments and deletions", () => {
  test("keeps numbers, used trades and the count right", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const token = await insertMarket({ dev: DEV })
        const model = new Model()
        for (const each of steps) await takeStep(token, model, each)
        const rows = await rowsOf(token.id)
        for (const author of [...AUTHORS, DEV]) {
          const expected = model.of(model.written, author).map(({ earned, isVisible }, place) => ({
            ordinal: place + 1,
            tradeType: earned?.type ?? null,
            txHash: earned?.hash ?? null,
            isVisible,
          }))
          const comments = rows
            .filter((row) => row.author === author)
            .map(({ ordinal, tradeType, txHash, deletedAt }) => ({
              ...{ ordinal, tradeType, txHash },
              isVisible: deletedAt === null,
            }))
          expect(comments).toEqual(expected)
          const used = expected.length
          const earned = model.of(model.earned, author).length
          expect(await getCommentQuota(token.address, author)).toEqual(
            author === DEV
              ? { isDev: true, used, earned, left: null }
              : { isDev: false, used, earned, left: earned - used },
          )
        }
        const visible = [...model.written.values()].flat().filter(({ isVisible }) => isVisible)
        expect(await countOf(token.id)).toBe(visible.length)
      }),
      { numRuns: runs(4, 100) },
    )
  }, 120_000)
})

describe("a comment", () => {
  test("uses the trade of its number, also when an earlier one was indexed late", async () => {
    const { id, address, dev } = await insertToken()
    const [user, other] = AUTHORS
    const trade = { token: address, amountUsdc: 5n * WAD }
    const second = await insertTrade({ ...trade, user, number: 500_003 })
    expect((await writeComment(user, id, "One")).txHash).toBe(second.hash)
    const others = await insertTrade({ ...trade, user: other, number: 500_002, type: 1 })
    await writeComment(other, id, "Of another")
    await writeComment(dev, id, "Of the dev")
    const first = await insertTrade({ ...trade, user, number: 500_001, type: 3 })
    expect((await getCommentQuota(address, user)).left).toBe(1)
    expect((await writeComment(user, id, "Two")).txHash).toBe(second.hash)
    await expect(writeComment(user, id, "Three")).rejects.toMatchObject({
      code: "COMMENT_NOT_ELIGIBLE",
    })
    const named = (await shownOf(address, { limit: 9 })).map(({ content, tradeType, txHash }) => [
      ...[content, tradeType, txHash],
    ])
    expect(named).toEqual([
      ["Two", "buy", second.hash],
      ["Of the dev", null, null],
      ["Of another", "sell", others.hash],
      ["One", "leverage_sell", first.hash],
    ])
  })

  test("is announced to open pages, as is its deletion", async () => {
    const { id: projectId, address, dev } = await insertToken()
    const { id } = await writeComment(dev, projectId, "Kelp")
    await deleteComment(callerOf(dev), { id, authorAddress: dev })
    expect((await toldChanges()).slice(-2)).toEqual([[address], [address]])
  })

  test("is suppressed and restored by the operator, each once", async () => {
    const { id: projectId, address, dev } = await insertToken()
    const { id } = await writeComment(dev, projectId, "Kelp")
    expect([await suppressComment(id), await suppressComment(id)]).toEqual([true, false])
    expect(await countOf(projectId)).toBe(0)
    expect(await shownOf(address, { limit: 5 })).toEqual([])
    expect([await restoreComment(id), await restoreComment(id)]).toEqual([true, false])
    expect(await countOf(projectId)).toBe(1)
    expect(await suppressComment(404)).toBe(false)
  })
})

describe("on a page", () => {
  test("comments come with what their authors hold now, newest first, in pages", async () => {
    const { id, address } = await insertMarket({ dev: DEV })
    const [author] = AUTHORS
    await insertPurchase({ token: address, buyer: author, usdc: 5n * WAD, shares: 3n * WAD })
    const more = { usdc: 5n * WAD, shares: 9n * WAD, outcome: 1 }
    await insertPurchase({ token: address, buyer: author, ...more })
    const first = await writeComment(author, id, "One")
    const second = await writeComment(DEV, id, "Two")
    const shown = await shownOf(address, { limit: 5 })
    expect(shown).toEqual([
      expect.objectContaining({ id: second.id, author: DEV, txHash: null, shares: [] }),
      expect.objectContaining({
        ...{ id: first.id, author, content: "One", txHash: first.txHash, balance: null },
        shares: [
          { outcome: 1, shares: 9n * WAD },
          { outcome: 0, shares: 3n * WAD },
        ],
      }),
    ])
    const newest = await findCommentViews(address, { limit: 1 })
    expect([newest.comments, newest.older]).toEqual([shown.slice(0, 1), second.id])
    const older = await findCommentViews(address, { before: second.id, limit: 1 })
    expect([older.comments, older.older]).toEqual([shown.slice(1), null])
    expect([...older.authors]).toEqual([[author, expect.objectContaining({ username: null })]])
  })

  test("holders of a token are shown with their balance", async () => {
    const { id, address, dev } = await insertToken()
    await insertHolder(address, dev, 12n * WAD)
    await writeComment(dev, id, "Kelp")
    expect(await shownOf(address, { limit: 5 })).toEqual([
      expect.objectContaining({ balance: 12n * WAD, shares: [] }),
    ])
  })

  test("the allowance of an unlisted address is unknown", async () => {
    await expect(getCommentQuota(addressOf(0x404), DEV)).rejects.toThrow("Token not found")
  })
})
