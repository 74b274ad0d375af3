import { beforeEach, describe, expect, test } from "vitest"
import { findEarlyBuys, findOwnTrades, findTokenTrades } from "@/lib/tokens/trades/queries"
import { WAD } from "@/lib/units"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

const [alice, bob] = [addressOf(11), addressOf(12)]

let token: string

beforeEach(async () => {
  await emptyTables()
  token = (await insertToken()).address
})

const insert = (user: string, type: number, usd: bigint) =>
  insertTrade({ token, user, type, amountUsdc: usd * WAD })

describe("the tape of a token", () => {
  beforeEach(async () => {
    await insert(alice, 0, 50n)
    await insert(bob, 1, 100n)
    await insert(alice, 2, 999n)
    await insert(bob, 3, 1_000n)
    await insert(alice, 1, 10_000n)
    await insertTrade({
      token: (await insertToken()).address,
      user: alice,
      amountUsdc: 500n * WAD,
    })
  })

  const values = async (tape: Partial<Parameters<typeof findTokenTrades>[1]>) =>
    (await findTokenTrades(token, { limit: 10, ...tape })).data.map(
      ({ amountUsd }) => amountUsd / WAD,
    )

  test.each([
    [{}, [10_000n, 1_000n, 999n, 100n, 50n]],
    [{ side: "buy" }, [999n, 50n]],
    [{ side: "sell" }, [10_000n, 1_000n, 100n]],
    [{ size: 100 }, [10_000n, 1_000n, 999n, 100n]],
    [{ size: 1_000 }, [10_000n, 1_000n]],
    [{ size: 10_000 }, [10_000n]],
    [{ user: alice }, [10_000n, 999n, 50n]],
    [{ user: alice, side: "buy", size: 100 }, [999n]],
    [{ user: addressOf(13) }, []],
  ] as const)("with %o holds these, the newest first", async (tape, expected) => {
    expect(await values(tape)).toEqual(expected)
  })

  test("goes on after its last row, in every filter", async () => {
    const tape = { side: "sell", size: 100, limit: 1 } as const
    const first = await findTokenTrades(token, tape)
    const second = await findTokenTrades(token, { ...tape, cursor: `${first.nextCursor}` })
    expect(second.data.map(({ amountUsd }) => amountUsd / WAD)).toEqual([1_000n])
    expect((await findTokenTrades(token, { ...tape, limit: 3 })).nextCursor).toBeNull()
  })
})

test("one's own trades come oldest first, by side, of this token alone", async () => {
  await insert(alice, 0, 1n)
  await insert(bob, 0, 2n)
  await insert(alice, 3, 3n)
  await insertTrade({ token: (await insertToken()).address, user: alice })
  const trades = await findOwnTrades(token, alice)
  expect(trades.map(({ side, amountUsd }) => [side, amountUsd])).toEqual([
    ["buy", `${WAD}`],
    ["sell", `${3n * WAD}`],
  ])
  expect(trades[0]?.time).toBeGreaterThan(Date.UTC(2026, 0, 1))
})

test("early buys are the first 20 buys, with their blocks", async () => {
  await insert(bob, 1, 1n)
  const { number } = await insert(alice, 0, 1n)
  for (let buy = 0; buy < 19; buy++) await insert(bob, 0, 1n)
  await insert(addressOf(13), 0, 1n)
  const early = await findEarlyBuys(token)
  expect(early).toHaveLength(20)
  expect(early[0]).toEqual({ user: alice, block: number })
  expect(new Set(early.map(({ user }) => user))).toEqual(new Set([alice, bob]))
})
