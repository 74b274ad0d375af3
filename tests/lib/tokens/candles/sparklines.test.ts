import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { findUsdSparklines } from "@/lib/tokens/candles/sparklines"
import { WAD } from "@/lib/units"
import { addressOf, emptyTables, insertSync, insertToken, MAIN } from "@/tests/helpers/rows"

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

beforeEach(async () => {
  // No step begins between the prices and the question.
  vi.useFakeTimers({ toFake: ["Date"] })
  await emptyTables()
  await insertToken({ address: MAIN })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD, time: ago(50) })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 4n * WAD, time: ago(6) })
})

afterEach(() => {
  vi.useRealTimers()
})

test("a course is in USD: the token's own times that of the main token", async () => {
  const { address } = await insertToken()
  await insertSync({ token: address, reserve0: WAD, reserve1: 3n * WAD, time: ago(48) })
  const courses = await findUsdSparklines([address, MAIN])
  const course = courses.get(address) ?? []
  expect([course[0], course.at(-1)]).toEqual([6, 12])
  expect([courses.get(MAIN)?.[0], courses.get(MAIN)?.at(-1)]).toEqual([2, 4])
  expect(course.length).toBeLessThanOrEqual(50)
})

test("a young token's course begins with it", async () => {
  const { address } = await insertToken()
  await insertSync({ token: address, reserve0: WAD, reserve1: WAD, time: ago(2) })
  const course = (await findUsdSparklines([address])).get(address) ?? []
  expect(new Set(course)).toEqual(new Set([4]))
  expect(course.length).toBeLessThanOrEqual(10)
})

test("a course begins with the first price, or with that of a day ago, so that no move is left out", async () => {
  const { address: young } = await insertToken()
  await insertSync({ token: young, reserve0: WAD, reserve1: WAD, time: ago(0.01) })
  await insertSync({ token: young, reserve0: WAD, reserve1: 2n * WAD, time: ago(0.005) })
  const { address: old } = await insertToken()
  await insertSync({ token: old, reserve0: WAD, reserve1: WAD, time: ago(48) })
  await insertSync({ token: old, reserve0: WAD, reserve1: 2n * WAD, time: ago(23.99) })
  const courses = await findUsdSparklines([young, old])
  for (const address of [young, old]) {
    expect((courses.get(address) ?? []).at(-1)).toBe(8)
    expect((courses.get(address) ?? [])[0]).toBe(address === young ? 4 : 2)
  }
})

test("a token without prices has no course", async () => {
  const { address } = await insertToken()
  const courses = await findUsdSparklines([address, addressOf(0xdead)])
  expect([courses.get(address), courses.get(addressOf(0xdead))]).toEqual([[], []])
})
