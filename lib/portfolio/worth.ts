import { type Bond, bondsAt } from "./bonds"
import type { Change } from "./changes"
import { emptyPortfolio, type Portfolio, take, valueAt } from "./math"
import { coursesOver } from "./prices"
import type { WorthPoint, WorthRange } from "./schema"
import { shareWorthOver } from "./share-prices"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds between two points, and how many there are. */
const ranges: Record<Exclude<WorthRange, "all">, { step: number; points: number }> = {
  "1d": { step: 15 * MINUTE, points: 96 },
  "1w": { step: HOUR, points: 168 },
  "1m": { step: 4 * HOUR, points: 180 },
}

const MOST_POINTS = 180
const CANDLES = [5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY]

type Quantity = { quantity: bigint; cost: bigint }

type Held = { time: number; held: Map<string, Quantity>; cash: bigint; contributed: bigint }

type History = { changes: readonly Change[]; bonds: readonly Bond[] }

/**
 * What a wallet was worth over time: what it held at each point, at the prices of that time. The last
 * point is `now`, as it stands above the chart.
 */
export async function findWorth(
  { changes, bonds }: History,
  range: WorthRange,
  now: Pick<WorthPoint, "worth" | "contributed">,
): Promise<WorthPoint[]> {
  const [first] = changes
  if (!first) return []
  const present = Math.floor(Date.now() / 1000)
  const { times, step } = timesOf(range, first.time, present)
  const holdings = holdingsAt(changes, times)
  const keys = [...new Set(holdings.flatMap(({ held }) => [...held.keys()]))]
  const size = CANDLES.findLast((each) => each <= step) ?? MINUTE
  const [courses, shares] = await Promise.all([
    coursesOver(keys.filter(isToken), times, size),
    shareWorthOver(marketsOf(keys), times, size),
  ])
  const points = holdings.map(({ time, held, cash, contributed }, index) => ({
    time: new Date(time * 1000),
    worth: worthOf(held, cash + bondsAt(bonds, time), (key, { quantity, cost }) =>
      isToken(key)
        ? valueAt(quantity, courses.get(key)?.[index] ?? 0n)
        : (shares.get(key)?.({ shares: quantity, cost }, index) ?? 0n),
    ),
    contributed,
  }))
  return [...points, { time: new Date(present * 1000), ...now }]
}

/** Shares are kept by market and outcome (`sharesKey`). */
const isToken = (key: string) => !key.includes(":")

const marketsOf = (keys: readonly string[]) => [
  ...new Set(keys.flatMap((key) => (isToken(key) ? [] : (key.split(":")[0] ?? [])))),
]

/** Points of time on whole steps, none before the wallet had anything. */
function timesOf(range: WorthRange, firstTime: number, present: number) {
  const span = present - firstTime
  const wanted = range === "all" ? Math.ceil(span / MOST_POINTS) : ranges[range].step
  const step = CANDLES.find((size) => size >= wanted) ?? Math.ceil(wanted / DAY) * DAY
  const count = range === "all" ? MOST_POINTS : ranges[range].points
  const last = Math.floor(present / step) * step
  const times: number[] = []
  for (let index = count; index >= 0; index--) {
    const time = last - index * step
    if (time >= firstTime - step && time < present) times.push(time)
  }
  return { times, step }
}

/** What was held at each time, in one walk through the history. */
export function holdingsAt(changes: readonly Change[], times: readonly number[]): Held[] {
  const account: Portfolio = emptyPortfolio()
  let next = 0
  return times.map((time) => {
    for (let change = changes[next]; change && change.time <= time; change = changes[next]) {
      take(account, change)
      next += 1
    }
    const held = new Map<string, Quantity>()
    for (const [key, { quantity, cost }] of account.positions) {
      if (quantity > 0n) held.set(key, { quantity, cost })
    }
    return { time, held, cash: account.cash, contributed: account.contributed }
  })
}

function worthOf(
  held: ReadonlyMap<string, Quantity>,
  cash: bigint,
  worthOfKey: (key: string, quantity: Quantity) => bigint,
) {
  let worth = cash
  for (const [key, quantity] of held) worth += worthOfKey(key, quantity)
  return worth
}
