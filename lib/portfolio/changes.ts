import { coalesce } from "@/lib/api/coalesce"
import { deployment } from "@/lib/chain/deployment"
import { balanced, type MarketFacts, readMarketFacts } from "./market-moves"
import { type Step, valueAt } from "./math"
import { forget, recall, remember } from "./memory"
import { boundsAfter, type Move, readMoves } from "./moves"
import { type PriceQuestion, priceKey, pricesAt } from "./prices"

/** One transaction of a wallet: when, and what it did. */
export type Change = Step & {
  /** Id of the transaction's row. */
  id: string
  /** Unix seconds. */
  time: number
}

/** Everything that happened to a wallet, in the order of the chain; null when it is too much. */
export function findChanges(wallet: string): Promise<readonly Change[] | null> {
  return coalesce(`changes:${wallet}`, () => readChanges(wallet))
}

/** Reads on from what is remembered; from the beginning when the chain was reorganised since. */
async function readChanges(wallet: string): Promise<readonly Change[] | null> {
  const known = recall(wallet)
  const last = known?.changes ? known.changes.at(-1) : known?.anchor
  const [{ anchor, isContinued, moves }, facts] = await Promise.all([
    readMoves(wallet, { after: last?.id, anchor: known?.anchor }),
    readMarketFacts(wallet, boundsAfter(last?.id)),
  ])
  if (known && !isContinued) {
    forget(wallet)
    return readChanges(wallet)
  }
  const changes =
    moves && known?.changes !== null
      ? [...(known?.changes ?? []), ...(await priced(withMarkets(stepsOf(moves), facts)))]
      : null
  if (anchor) remember(wallet, { changes, anchor })
  return changes
}

/** Gathers the moves of each transaction. */
function stepsOf(moves: readonly Move[]): Change[] {
  const { usdb } = deployment()
  // One string for each token, however often it moved.
  const tokens = new Map<string, string>()
  const steps: Change[] = []
  for (const [id, name, amount, time, isStake] of moves) {
    const token = tokens.get(name) ?? name
    tokens.set(token, token)
    let step = steps.at(-1)
    if (step?.id !== id) {
      step = { id, time, cash: 0n, deltas: [] }
      steps.push(step)
    }
    if (isStake) step.stakes = [...(step.stakes ?? []), { token, amount }]
    else if (token === usdb) step.cash = amount
    else step.deltas = [...step.deltas, { token, amount, value: null }]
  }
  return steps
}

/** Adds what happened in prediction markets; a sale may bring in nothing, and then no token has moved. */
function withMarkets(steps: readonly Change[], facts: ReadonlyMap<string, MarketFacts>): Change[] {
  if (facts.size === 0) return [...steps]
  const known = new Set(steps.map(({ id }) => id))
  const silent = [...facts]
    .filter(([id, { moves }]) => !known.has(id) && moves.length > 0)
    .map(([id, { time }]) => ({ id, time, cash: 0n, deltas: [] }))
  const all = silent.length === 0 ? [...steps] : [...steps, ...silent].sort(inChainOrder)
  return all.map((step) => {
    const found = facts.get(step.id)
    if (!found) return step
    const market = balanced(found, step.deltas.length > 0)
    return market.length === 0 ? step : { ...step, market }
  })
}

const inChainOrder = (a: Change, b: Change) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** Looks up the market only for what moved without USDB: a trade has its own price. */
async function priced(changes: Change[]): Promise<Change[]> {
  const questions: PriceQuestion[] = changes
    .filter(isUnpriced)
    .flatMap(({ deltas, time }) => deltas.map(({ token }) => ({ token, time })))
  if (questions.length === 0) return changes
  const prices = await pricesAt(questions)
  return changes.map((step) => {
    if (!isUnpriced(step)) return step
    const deltas = step.deltas.map((delta) => {
      const price = prices.get(priceKey({ token: delta.token, time: step.time }))
      const size = delta.amount < 0n ? -delta.amount : delta.amount
      return { ...delta, value: price === undefined ? null : valueAt(size, price) }
    })
    return { ...step, deltas }
  })
}

function isUnpriced({ deltas, cash, market = [] }: Step) {
  const paid = market.reduce((sum, move) => sum - move.cash, cash)
  return deltas.length > 0 && (paid === 0n || deltas.length > 1)
}

/** What is put down to vote after these changes, by token. */
export function stakedAfter(changes: readonly Change[]): Map<string, bigint> {
  const staked = new Map<string, bigint>()
  for (const { stakes = [] } of changes) {
    for (const { token, amount } of stakes) staked.set(token, (staked.get(token) ?? 0n) - amount)
  }
  return new Map([...staked].filter(([, amount]) => amount > 0n))
}
