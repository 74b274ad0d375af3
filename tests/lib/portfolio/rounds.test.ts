import { afterAll, beforeAll, expect, test } from "vitest"
import { findActivity } from "@/lib/portfolio/activity"
import { findPortfolio } from "@/lib/portfolio/queries"
import { WAD } from "@/lib/units"
import { alice, bob, configureChain, dave, startChain, type TestChain } from "@/tests/helpers/chain"
import { createUpdown, type Updown } from "@/tests/helpers/updown"
import { catchUp } from "@/tests/lib/indexer/following"

let chain: TestChain
let updown: Updown

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  updown = await createUpdown(chain)
  await updown.post(95_000)
  await updown.start()
})
afterAll(() => chain?.stop())

/** What a wallet's portfolio says, which always adds up. */
async function portfolioOf(wallet: string) {
  await catchUp(chain)
  const view = await findPortfolio(wallet, "all")
  const { cash, worth, contributed, realised, unrealised, roundWorth, points } = view
  expect(worth).toBe(cash + roundWorth)
  expect(worth).toBe((contributed ?? 0n) + (realised ?? 0n) + (unrealised ?? 0n))
  expect(points.at(-1)).toMatchObject({ worth, contributed })
  return { roundWorth, realised, contributed }
}

const activityOf = async (wallet: string) =>
  (await findActivity(wallet, { page: 1, limit: 50 }))?.data.map(({ kind, realised }) => [
    kind,
    realised,
  ])

test("a bet is no withdrawal: it is worth its stake while the round is open, then what it pays", async () => {
  const deposits = (await portfolioOf(alice)).contributed
  await updown.bet(alice, 0, "bull", 20n * WAD)
  await updown.bet(alice, 0, "bull", 5n * WAD)
  await updown.bet(bob, 0, "bear", 40n * WAD)
  await updown.bet(dave, 2, "bear", 7n * WAD)
  expect(await portfolioOf(alice)).toEqual({
    ...{ roundWorth: 25n * WAD, realised: 0n, contributed: deposits },
  })
  await updown.wait(0)
  await updown.post(95_001)
  await updown.settle(dave, 0)
  // 95 % of what was bet against it.
  const won = { realised: 38n * WAD, contributed: deposits }
  expect(await portfolioOf(alice)).toEqual({ roundWorth: 63n * WAD, ...won })
  expect(await portfolioOf(bob)).toMatchObject({ roundWorth: 0n, realised: -40n * WAD })
  await updown.claim(alice, 0, 1n)
  expect(await portfolioOf(alice)).toEqual({ roundWorth: 0n, ...won })
})

test("a refund is no result", async () => {
  await updown.panic()
  expect(await portfolioOf(dave)).toMatchObject({ roundWorth: 7n * WAD, realised: 0n })
  await updown.claim(dave, 2, 1n)
  expect(await portfolioOf(dave)).toMatchObject({ roundWorth: 0n, realised: 0n })
})

test("the activity tells bets, winnings and refunds", async () => {
  expect((await activityOf(alice))?.slice(0, 3)).toEqual([
    ["betWon", 63n * WAD],
    ["bet", -5n * WAD],
    ["bet", -20n * WAD],
  ])
  expect((await activityOf(dave))?.slice(0, 2)).toEqual([
    ["betRefunded", 7n * WAD],
    ["bet", -7n * WAD],
  ])
})
