import { beforeEach, expect, test } from "vitest"
import { findFirstTrade } from "@/lib/faucet/first-trade"
import { findMarketCards } from "@/lib/markets/list-queries"
import { getSafetyFindings } from "@/lib/tokens/safety/queries"
import { insertMarket } from "@/tests/helpers/market-rows"
import { emptyTables, insertToken } from "@/tests/helpers/rows"

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const findTrade = async (tokens: readonly { address: string }[] = []) => {
  const open = await findMarketCards({ page: 1, limit: 10, sort: "newest", group: "open" })
  return findFirstTrade(open.data, tokens)
}

beforeEach(emptyTables)

test("is in a market that everybody can enter for a while, one with two outcomes first", async () => {
  const plain = await insertMarket({ endTime: inHours(48) })
  await insertMarket({ endTime: inHours(48), options: ["Red", "Green", "Blue"] })
  await insertMarket({ endTime: inHours(0.2) })
  await insertMarket({ kind: "private", endTime: inHours(48) })
  expect(await findTrade()).toEqual({ kind: "market", address: plain.address, outcome: 0 })
})

test("is in a token without a danger finding where no market is open", async () => {
  await insertMarket({ endTime: inHours(-1) })
  const risky = await insertToken({ symbol: "USDB", name: "USDB" })
  const sound = await insertToken({ symbol: "KELP", name: "Kelp" })
  const levels = async (address: string) =>
    (await getSafetyFindings(address)).map(({ level }) => level)
  expect(await levels(risky.address)).toContain("danger")
  expect(await levels(sound.address)).not.toContain("danger")
  expect(await findTrade([risky, sound])).toEqual({ kind: "token", address: sound.address })
  expect(await findTrade([risky])).toBeNull()
})
