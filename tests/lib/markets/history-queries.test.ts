import { beforeEach, expect, test } from "vitest"
import { findProbabilityHistory } from "@/lib/markets/history-queries"
import { findMarket } from "@/lib/markets/list-queries"
import { computeProbabilities } from "@/lib/markets/probability"
import { WAD } from "@/lib/units"
import { BASE_RESERVE, insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import { emptyTables } from "@/tests/helpers/rows"

test("a fresh market of any size is even, and the parts never pass one", () => {
  for (const count of [2, 3, 7, 40, 150]) {
    const parts = computeProbabilities(Array.from({ length: count }, () => 333n * WAD))
    expect(new Set(parts).size).toBe(1)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(1 + 1e-9)
  }
})

test("follows the reserves, rounded down at six digits", () => {
  expect(computeProbabilities([25_985n, 25_000n])).toEqual([0.509659, 0.49034])
  expect(computeProbabilities([0n, 0n])).toEqual([0, 0])
})

beforeEach(emptyTables)

const HOUR = 3_600_000

/** A market of which 500 USDB of Yes are bought at a time; both in milliseconds from now. */
async function courseOf({ born, bought }: { born: number; bought: number }) {
  const at = (offset: number) => new Date(Date.now() + offset)
  const { address: token } = await insertMarket({ createdAt: at(born) })
  const usdc = 500n * WAD
  await insertPurchase({ token, usdc, reserve: BASE_RESERVE + usdc, time: at(bought) })
  const market = await findMarket(token)
  if (!market) throw new Error("no market")
  return await findProbabilityHistory(market, "all")
}

test("a course stays even until somebody buys", async () => {
  const points = await courseOf({ born: -8 * HOUR, bought: -HOUR })
  const [first, last] = [points[0], points.at(-1)]
  expect(first?.values).toEqual([0.5, 0.5])
  expect(Date.now() - (first?.time ?? 0)).toBeGreaterThanOrEqual(8 * HOUR)
  expect(last?.values).toEqual([0.54545, 0.45455])
  const turned = points.find(({ values }) => values[0] !== 0.5)
  expect(Date.now() - (turned?.time ?? 0)).toBeLessThan(1.1 * HOUR)
})

test.each([
  ["in order", { born: -8 * HOUR, bought: -HOUR }],
  ["of a market that was traded at once", { born: -1_000, bought: 0 }],
  ["while the chain’s clock is ahead", { born: -1_000, bought: HOUR }],
  ["of a market from ahead", { born: HOUR, bought: 2 * HOUR }],
])("the times of a course ascend: %s", async (_, times) => {
  const points = (await courseOf(times)).map(({ time }) => time)
  expect(points).toEqual([...points].sort((a, b) => a - b))
})
