import type { Change } from "./changes"
import { emptyPortfolio, type Portfolio, take, valueAt } from "./math"
import { coursesOver } from "./prices"
import type { WorthPoint, WorthRange } from "./schema"

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

type Held = { time: number; quantities: Map<string, bigint>; cash: bigint; contributed: bigint }

/**
 * What a wallet was worth over time: what it held at each point, at the prices of that time. The last
 * point is `now`, as it stands above the chart.
 */
export async function findWorth(
  changes: readonly Change[],
  range: WorthRange,
  now: Pick<WorthPoint, "worth" | "contributed">,
): Promise<WorthPoint[]> {
  const [first] = changes
  if (!first) return []
  const present = Math.floor(Date.now() / 1000)
  const { times, step } = timesOf(range, first.time, present)
  const held = holdingsAt(changes, times)
  const tokens = new Set(held.flatMap(({ quantities }) => [...quantities.keys()]))
  const size = CANDLES.findLast((each) => each <= step) ?? MINUTE
  const courses = await coursesOver([...tokens], times, size)
  const points = held.map(({ time, quantities, cash, contributed }, index) => ({
    time: new Date(time * 1000),
    worth: worthOf(quantities, cash, (token) => courses.get(token)?.[index]),
    contributed,
  }))
  return [...points, { time: new Date(present * 1000), ...now }]
}

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
    const quantities = new Map<string, bigint>()
    for (const [token, { quantity }] of account.positions) {
      if (quantity > 0n) quantities.set(token, quantity)
    }
    return { time, quantities, cash: account.cash, contributed: account.contributed }
  })
}

function worthOf(
  quantities: ReadonlyMap<string, bigint>,
  cash: bigint,
  priceOf: (token: string) => bigint | undefined,
) {
  let worth = cash
  for (const [token, quantity] of quantities) worth += valueAt(quantity, priceOf(token) ?? 0n)
  return worth
}
