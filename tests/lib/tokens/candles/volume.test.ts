import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { fillVolumes } from "@/lib/indexer/projections/candles"
import { findCandles } from "@/lib/tokens/candles/queries"
import { WAD } from "@/lib/units"
import { emptyTables, insertSync, insertToken, insertTrade } from "@/tests/helpers/rows"

beforeEach(emptyTables)
afterEach(() => {
  vi.useRealTimers()
})

const HOUR_MS = 3_600_000

test("a chart's candles carry the volume of their trades, in USD, without routing legs", async () => {
  // No hour begins between the first trade and the question.
  vi.useFakeTimers({ toFake: ["Date"] })
  const { address: token } = await insertToken()
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS
  for (const [minute, usd] of [
    [1, 5n],
    [30, 7n],
  ] as const) {
    const time = new Date(start + minute * 60_000)
    await insertSync({ token, reserve0: WAD, reserve1: WAD, time })
    await insertTrade({ token, amountUsdc: usd * WAD, time })
    await insertTrade({ token, amountUsdc: 100n * WAD, routingLeg: true, time })
  }
  const client = await pool().connect()
  await fillVolumes(client).finally(() => client.release())
  const candles = await findCandles(token, { interval: "1h" })
  expect(candles.map(({ volume }) => volume)).toEqual([12, 0, 0])
})
