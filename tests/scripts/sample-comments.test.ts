import { beforeEach, expect, test } from "vitest"
import { prisma } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { MNEMONIC } from "@/scripts/local/chain"
import { hasNoComments, writeSampleComments } from "@/scripts/local/sample/comments"
import { walletsOf } from "@/scripts/local/sample/wallets"
import { insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

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
  expect(await hasNoComments()).toBe(true)

  const count = await writeSampleComments()

  expect(await hasNoComments()).toBe(false)
  const comments = await prisma().comment.findMany({ orderBy: { id: "asc" } })
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

test("where nobody has traded nobody has anything to say", async () => {
  await insertToken()
  expect(await writeSampleComments()).toBe(0)
})
