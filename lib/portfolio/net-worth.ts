import { type Bond, sumBondsAt } from "./bonds"
import { applyTransaction, createPortfolio, type Portfolio, tokenOfKey, valueAt } from "./math"
import { findPriceSeries } from "./prices"
import { findRoundValues } from "./round-values"
import type { NetWorthPoint, NetWorthRange } from "./schema"
import { findShareValues } from "./share-prices"
import type { WalletTransaction } from "./transactions"
import { sumVested, type VestingSpan } from "./vesting-steps"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds between two points, and the number of points. */
const rangeSteps: Record<Exclude<NetWorthRange, "all">, { step: number; points: number }> = {
  "1d": { step: 15 * MINUTE, points: 96 },
  "1w": { step: HOUR, points: 168 },
  "1m": { step: 4 * HOUR, points: 180 },
}

const MAX_POINTS = 180
const CANDLE_INTERVALS = [5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY]

type HeldQuantity = { quantity: bigint; cost: bigint }

type HoldingsAt = {
  time: number
  held: Map<string, HeldQuantity>
  /** USDB less debts. */
  cash: bigint
  contributed: bigint
}

type NetWorthInput = {
  wallet: string
  changes: readonly WalletTransaction[]
  bonds: readonly Bond[]
  vesting: readonly VestingSpan[]
}

/**
 * The net worth of a wallet over time: its holdings less its debts at each point, at the prices of that time. Vested
 * tokens that it has not claimed count as received at the price of each point. The last point is `now`, the figure above
 * the chart.
 */
export async function findNetWorth(
  { wallet, changes, bonds, vesting }: NetWorthInput,
  range: NetWorthRange,
  now: Pick<NetWorthPoint, "worth" | "contributed">,
): Promise<NetWorthPoint[]> {
  const [first] = changes
  if (!first) return []
  const present = Math.floor(Date.now() / 1000)
  const { times, step } = pickTimes(range, first.time, present)
  const holdings = replayHoldings(changes, times)
  const vested = times.map((time) => sumVested(vesting, time))
  const keys = [...new Set(holdings.flatMap(({ held }) => [...held.keys()]))]
  const tokens = new Set([...keys, ...vested.flatMap((sums) => [...sums.keys()])].flatMap(toTokens))
  const interval = CANDLE_INTERVALS.findLast((each) => each <= step) ?? MINUTE
  const [prices, shares, rounds] = await Promise.all([
    findPriceSeries([...tokens], times, interval),
    findShareValues(listMarketTokens(keys), times, interval),
    findRoundValues(wallet, times),
  ])
  const points = holdings.map(({ time, held, cash, contributed }, index) => {
    const valueTokens = (token: string, amount: bigint) =>
      valueAt(amount, prices.get(token)?.[index] ?? 0n)
    let received = 0n
    for (const [token, amount] of vested[index] ?? []) received += valueTokens(token, amount)
    const valueHolding = (key: string, { quantity, cost }: HeldQuantity) => {
      const token = tokenOfKey(key)
      if (token !== null) return valueTokens(token, quantity)
      return shares.get(key)?.({ shares: quantity, cost }, index) ?? 0n
    }
    const waiting = sumBondsAt(bonds, time) + (rounds[index] ?? 0n) + received
    return {
      time: new Date(time * 1000),
      worth: computeNetWorth(held, cash + waiting, valueHolding),
      contributed: contributed + received,
    }
  })
  return [...points, { time: new Date(present * 1000), ...now }]
}

const toTokens = (key: string) => tokenOfKey(key) ?? []

/** Markets of shares, whose keys are of market and outcome (`sharesKey`). */
const listMarketTokens = (keys: readonly string[]) => [
  ...new Set(keys.flatMap((key) => (tokenOfKey(key) === null ? (key.split(":")[0] ?? []) : []))),
]

/** Times at multiples of the step, none before the first transaction of the wallet. */
function pickTimes(range: NetWorthRange, firstTime: number, present: number) {
  const span = present - firstTime
  const minStep = range === "all" ? Math.ceil(span / MAX_POINTS) : rangeSteps[range].step
  const step = CANDLE_INTERVALS.find((size) => size >= minStep) ?? Math.ceil(minStep / DAY) * DAY
  const count = range === "all" ? MAX_POINTS : rangeSteps[range].points
  const last = Math.floor(present / step) * step
  const times: number[] = []
  for (let index = count; index >= 0; index--) {
    const time = last - index * step
    if (time >= firstTime - step && time < present) times.push(time)
  }
  return { times, step }
}

/** The holdings at each time, in one pass through the history. */
export function replayHoldings(
  transactions: readonly WalletTransaction[],
  times: readonly number[],
): HoldingsAt[] {
  const account: Portfolio = createPortfolio()
  let next = 0
  return times.map((time) => {
    for (
      let change = transactions[next];
      change && change.time <= time;
      change = transactions[next]
    ) {
      applyTransaction(account, change)
      next += 1
    }
    const held = new Map<string, HeldQuantity>()
    for (const [key, { quantity, cost }] of account.positions) {
      if (quantity > 0n) held.set(key, { quantity, cost })
    }
    return { time, held, cash: account.cash - account.debt, contributed: account.contributed }
  })
}

function computeNetWorth(
  held: ReadonlyMap<string, HeldQuantity>,
  cash: bigint,
  valueHolding: (key: string, quantity: HeldQuantity) => bigint,
) {
  let worth = cash
  for (const [key, quantity] of held) worth += valueHolding(key, quantity)
  return worth
}
