import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { beforeEach, expect, test } from "vitest"
import { prisma } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { MNEMONIC } from "@/scripts/local/chain"
import { completeSampleComments } from "@/scripts/local/sample/comments"
import { findUndescribedProjects, PROJECT_DETAILS } from "@/scripts/local/sample/projects/write"
import { walletsOf } from "@/scripts/local/sample/wallets"
import { insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

const unfinished = path.join(mkdtempSync(path.join(tmpdir(), "sample-")), "comments.unfinished")

beforeEach(emptyTables)

const HOUR = 3_600_000
const castWallet = (index: number) => walletsOf(MNEMONIC)(index).address.toLowerCase()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)

test("people of the sample comment on what they traded, after they did, in the order of time", async () => {
  const creator = castWallet(2)
  const token = await insertToken({ symbol: "KELP", dev: creator, createdAt: hoursAgo(90) })
  const market = await insertMarket({ dev: creator, createdAt: hoursAgo(80) })
  const trade = { token: token.address, amountUsdc: 5n * WAD, time: hoursAgo(70) }
  const purchase = { token: market.address, usdc: 9n * WAD, outcome: 1, time: hoursAgo(60) }
  await insertTrade({ ...trade, user: castWallet(3) })
  await insertTrade({ ...trade, user: castWallet(4), type: 1 })
  await insertPurchase({ ...purchase, buyer: castWallet(5) })
  // Too small, and a visitor in whose name nobody else writes.
  await insertTrade({ ...trade, user: castWallet(6), amountUsdc: 4n * WAD })
  await insertTrade({ ...trade, user: addressOf(7) })

  const count = await completeSampleComments(unfinished)

  const comments = await prisma.comment.findMany({ orderBy: { id: "asc" } })
  expect(comments).toHaveLength(count)
  const writers = new Set(comments.map(({ author }) => author))
  expect([...writers].every((author) => [2, 3, 4, 5].map(castWallet).includes(author))).toBe(true)
  expect(writers).toContain(creator)
  expect(comments.filter(({ projectId }) => projectId === market.id)).toMatchObject([
    { author: castWallet(5), tradeType: "buy" },
  ])
  expect(comments.every(({ content }) => !/[{}]/.test(content))).toBe(true)
  const times = comments.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBeGreaterThan(hoursAgo(90).getTime())
  expect(times.at(-1)).toBeLessThan(Date.now())
})

test("an interrupted start is completed by the next; a complete one stays as it is", async () => {
  const creator = castWallet(2)
  const { address, id } = await insertToken({
    symbol: "KELP",
    dev: creator,
    createdAt: hoursAgo(90),
  })
  for (const index of [3, 4, 5]) {
    const trade = { token: address, amountUsdc: 5n * WAD, time: hoursAgo(70) }
    await insertTrade({ ...trade, user: castWallet(index) })
  }
  const count = await completeSampleComments(unfinished)
  expect(count).toBeGreaterThan(1)
  const written = () => prisma.comment.findMany({ where: { projectId: id } })
  const [last] = (await written()).toReversed()
  await prisma.comment.delete({ where: { id: last?.id ?? 0 } })
  expect(await completeSampleComments(unfinished)).toBe(0)
  writeFileSync(unfinished, "")
  expect(await completeSampleComments(unfinished)).toBe(1)
  expect(await written()).toHaveLength(count)
  expect(existsSync(unfinished)).toBe(false)
})

test("projects that a start has not described are described by the next", async () => {
  const [first = "", second = ""] = [...PROJECT_DETAILS.keys()]
  const described = await insertToken({ symbol: first, dev: castWallet(2) })
  const missing = await insertToken({ symbol: second, dev: castWallet(2) })
  await prisma.project.update({ where: { id: described.id }, data: { description: "Here" } })
  expect((await findUndescribedProjects()).map(({ address }) => address)).toEqual([missing.address])
})

test("where nobody has traded nobody has anything to say", async () => {
  await insertToken()
  expect(await completeSampleComments(unfinished)).toBe(0)
})
