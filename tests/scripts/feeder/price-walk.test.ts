import { describe, expect, it } from "vitest"
import { FEEDS, toAnswer, toPrice } from "@/scripts/local/feeder/assets"
import { createPriceWalk, isPostDue } from "@/scripts/local/feeder/price-walk"
import { randomStream } from "@/scripts/local/sample/random"

const DAY_SECONDS = 86_400
const SEED = "a test of prices"
/** Posts by deviation, as parts of the volatility. */
const SHARES = [0.1, 0.75] as const

const walkOf = ({ asset, startPrice, volatility }: (typeof FEEDS)[number], seed = SEED) =>
  createPriceWalk(startPrice, volatility, randomStream(`${seed} ${asset}`))

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation of the logarithmic returns between consecutive prices. */
function deviationOf(prices: readonly number[]) {
  const returns = prices.slice(1).map((price, i) => Math.log(price / (prices[i] ?? 0)))
  const average = mean(returns)
  return Math.sqrt(mean(returns.map((value) => (value - average) ** 2)))
}

/** What a feed posts in a year when it looks at its price every so many seconds. */
function yearOf(feed: (typeof FEEDS)[number], tick: number) {
  const walk = walkOf(feed)
  let last = { price: feed.startPrice, time: 0 }
  const totals = { posts: 0, byDeviation: 0, longestPause: 0, largestHidden: 0 }
  for (let time = tick; time <= 365 * DAY_SECONDS; time += tick) {
    const price = walk.step(tick)
    if (isPostDue(last, price, time)) {
      const pause = time - last.time
      totals.posts += 1
      if (pause < 30) totals.byDeviation += 1
      totals.longestPause = Math.max(totals.longestPause, pause)
      last = { price, time }
    } else {
      const hidden = Math.abs(price / last.price - 1)
      totals.largestHidden = Math.max(totals.largestHidden, hidden)
    }
  }
  return totals
}

describe("the price walk", () => {
  it.each(FEEDS)(
    "of $asset has the year's volatility it is given, in days and in minutes",
    (feed) => {
      const walk = walkOf(feed)
      const daily = Array.from({ length: 365 }, () => walk.step(DAY_SECONDS))
      const ofYear = deviationOf([feed.startPrice, ...daily]) * Math.sqrt(365.25)
      // The deviation of 365 returns is known to 4 %.
      expect(ofYear / feed.volatility).toBeGreaterThan(0.9)
      expect(ofYear / feed.volatility).toBeLessThan(1.1)

      const minutes = Array.from({ length: 50_000 }, () => walk.step(60))
      const ofMinutes = deviationOf(minutes) * Math.sqrt(365.25 * 1_440)
      expect(ofMinutes / feed.volatility).toBeGreaterThan(0.98)
      expect(ofMinutes / feed.volatility).toBeLessThan(1.02)
    },
  )

  it("stays above zero and, on the average of many years, where it was", () => {
    const [feed] = FEEDS
    if (!feed) throw new Error("There are no feeds")
    const ends = Array.from({ length: 4_000 }, (_, i) =>
      walkOf(feed, `year ${i}`).step(365.25 * DAY_SECONDS),
    )
    expect(Math.min(...ends)).toBeGreaterThan(0)
    expect(mean(ends) / feed.startPrice).toBeGreaterThan(0.97)
    expect(mean(ends) / feed.startPrice).toBeLessThan(1.03)
  })

  it("is the same for the same seed, and another for each asset and seed", () => {
    const path = (seed: string, at = 0) => {
      const feed = FEEDS[at]
      if (!feed) throw new Error("There are too few feeds")
      const walk = walkOf(feed, seed)
      return Array.from({ length: 100 }, () => walk.step(1) / feed.startPrice)
    }
    expect(path("one")).toEqual(path("one"))
    expect(path("one")).not.toEqual(path("two"))
    expect(path("one", 0)).not.toEqual(path("one", 1))
  })
})

describe("a year of posts", () => {
  it.each(FEEDS)("of $asset has no pause above the heartbeat and hides no larger move", (feed) => {
    const { posts, byDeviation, longestPause, largestHidden } = yearOf(feed, 15)
    expect(longestPause).toBe(30)
    expect(largestHidden).toBeLessThan(0.0005)
    // The more an asset moves, the more often it is posted between two heartbeats.
    const share = byDeviation / posts / feed.volatility
    expect(share).toBeGreaterThan(SHARES[0])
    expect(share).toBeLessThan(SHARES[1])
  })
})

describe("a post", () => {
  const last = { price: 100, time: 1_000 }

  it.each([
    ["is not due at once", 100, 1_000, false],
    ["is not due shortly before heartbeat and deviation", 100.0499, 1_029.9, false],
    ["is due by heartbeat", 100, 1_030, true],
    ["is due when the price has risen", 100.051, 1_001, true],
    ["is due when the price has fallen", 99.949, 1_001, true],
  ])("%s", (_, price, now, isDue) => {
    expect(isPostDue(last, price, now)).toBe(isDue)
  })

  it("has eight decimals", () => {
    expect(toAnswer(95_000.123_456_789)).toBe(9_500_012_345_679n)
    expect(toAnswer(0.16)).toBe(16_000_000n)
    expect(toPrice(16_000_000n)).toBe(0.16)
  })
})
