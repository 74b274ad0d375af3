/**
 * Accounting of one wallet by weighted average cost (as in IAS 2.27): what leaves takes its share
 * `cost × amount / quantity` of the cost with it. Amounts are base units, USD values have 18 decimals.
 *
 * As long as nothing is given away, `cash + value = contributed + realised + (value − cost)`; a gift leaves
 * at its cost, but takes its market value out of what was contributed.
 */

const ONE = 10n ** 18n

/** What one transaction did to one asset of the wallet. */
export type Delta = {
  token: string
  /** Positive came in, negative went out. */
  amount: bigint
  /** USD value of the amount (as a positive number) at that time; null while it had no price. */
  value: bigint | null
}

export type Stake = Pick<Delta, "token" | "amount">

/** One transaction, as the wallet saw it. */
export type Step = {
  /** Every asset but USDB, none of them zero. */
  deltas: readonly Delta[]
  /** Change of USDB, which counts as one USD. */
  cash: bigint
  /** What happened in prediction markets; the change of USDB includes theirs. */
  market?: readonly MarketMove[]
  /** Put down to vote (negative) or taken back: it stays the wallet's, at its cost. */
  stakes?: readonly Stake[]
}

/** `given` is what no event tells of: a market's seed, a donation. */
export type MarketMoveKind =
  | "sharesBought"
  | "sharesSold"
  | "redeemed"
  | "bond"
  | "bondBack"
  | "bounty"
  | "given"

export type MarketMove = {
  kind: MarketMoveKind
  /** The market's token; empty for what was given. */
  token: string
  /** Null where no shares moved. */
  outcome: number | null
  /** Positive came in, negative went out. */
  shares: bigint
  /** USDB with tax: negative was paid. */
  cash: bigint
}

/** Under which shares of an outcome are kept among a wallet's positions. */
export const sharesKey = (token: string, outcome: number) => `${token}:${outcome}`

/** Under which bonds, bounties and gifts of a market are kept; they have no quantity. */
const settlingKey = (token: string) => `${token}:settling`

export type Position = {
  quantity: bigint
  /** What the quantity cost, fees included. */
  cost: bigint
  /** Result of what was sold, fees taken off. */
  realised: bigint
  /** USD paid for it and got for it, ever. */
  spent: bigint
  proceeds: bigint
}

export type StepKind = "bought" | "sold" | "exchanged" | "received" | "sent"

export type Portfolio = {
  positions: Map<string, Position>
  cash: bigint
  /** USD that came from outside less what left, valued when it moved; trades are not flows. */
  contributed: bigint
}

export const emptyPortfolio = (): Portfolio => ({
  positions: new Map(),
  cash: 0n,
  contributed: 0n,
})

/**
 * What a transaction was. USDB against one asset is a trade, whose price is the USDB that really moved,
 * taxes included; one asset against one other is an exchange. Everything else comes or goes without a price.
 */
export function kindOf({ deltas, cash }: Step): StepKind {
  const [first, second] = deltas
  if (first && !second && cash < 0n && first.amount > 0n) return "bought"
  if (first && !second && cash > 0n && first.amount < 0n) return "sold"
  if (isExchange({ deltas, cash })) return "exchanged"
  const direction = first ? first.amount : cash
  return direction > 0n ? "received" : "sent"
}

function isExchange({ deltas: [first, second, third], cash }: Step) {
  return cash === 0n && first && second && !third && first.amount > 0n !== second.amount > 0n
}

/** Takes one transaction into the portfolio; to be called in the order of the chain. Answers its realised result. */
export function take(portfolio: Portfolio, step: Step): bigint {
  if (!step.market?.length) return takeTokens(portfolio, step)
  let [cash, result] = [step.cash, 0n]
  for (const move of step.market) {
    result += settle(portfolio, move)
    cash -= move.cash
  }
  return result + takeTokens(portfolio, { deltas: step.deltas, cash })
}

/** Shares are bought and sold at the USDB of their own; bonds, bounties and gifts are results at once. */
function settle(portfolio: Portfolio, { kind, token, outcome, shares, cash }: MarketMove): bigint {
  portfolio.cash += cash
  if (outcome !== null && shares > 0n) {
    acquire(portfolio, { token: sharesKey(token, outcome), amount: shares, value: null }, -cash)
    return 0n
  }
  if (outcome !== null && shares < 0n) {
    return dispose(
      portfolio,
      { token: sharesKey(token, outcome), amount: shares, value: null },
      cash,
    )
  }
  if (kind === "redeemed") return redeem(portfolio, token, cash)
  const position = positionOf(portfolio, settlingKey(token))
  position.realised += cash
  if (cash < 0n) position.spent -= cash
  else position.proceeds += cash
  return cash
}

/** The payout is for all shares of the market at once: what won and what lost are gone with it. */
function redeem(portfolio: Portfolio, token: string, payout: bigint): bigint {
  const held = [...portfolio.positions].filter(
    ([key, { quantity }]) => key.startsWith(`${token}:`) && quantity > 0n,
  )
  let result = payout
  held.forEach(([, position], index) => {
    const proceeds = index === 0 ? payout : 0n
    const cost = remove(position, position.quantity)
    position.realised += proceeds - cost
    position.proceeds += proceeds
    result -= cost
  })
  if (held.length === 0) positionOf(portfolio, settlingKey(token)).realised += payout
  return result
}

function takeTokens(portfolio: Portfolio, step: Step): bigint {
  if (step.deltas.length === 0 && step.cash === 0n) return 0n
  portfolio.cash += step.cash
  const kind = kindOf(step)
  const [first] = step.deltas
  if (kind === "bought" && first) {
    acquire(portfolio, first, -step.cash)
    return 0n
  }
  if (kind === "sold" && first) return dispose(portfolio, first, step.cash)
  if (kind === "exchanged") return exchange(portfolio, step.deltas)
  portfolio.contributed += step.cash
  for (const delta of step.deltas) move(portfolio, delta)
  return 0n
}

/** What came in is worth what it would cost then; so much was got for what went out. */
function exchange(portfolio: Portfolio, deltas: readonly Delta[]) {
  const given = deltas.find(({ amount }) => amount < 0n)
  const got = deltas.find(({ amount }) => amount > 0n)
  if (!given || !got) return 0n
  const value = got.value ?? given.value ?? 0n
  acquire(portfolio, got, value)
  return dispose(portfolio, given, value)
}

/** In at the market's price of that time, out at the average cost: neither is a result. */
function move(portfolio: Portfolio, delta: Delta) {
  const value = delta.value ?? 0n
  if (delta.amount > 0n) {
    acquire(portfolio, delta, value)
    portfolio.contributed += value
    return
  }
  const position = positionOf(portfolio, delta.token)
  remove(position, -delta.amount)
  portfolio.contributed -= value
}

function acquire(portfolio: Portfolio, { token, amount }: Delta, price: bigint) {
  const position = positionOf(portfolio, token)
  position.quantity += amount
  position.cost += price
  position.spent += price
}

function dispose(portfolio: Portfolio, { token, amount }: Delta, proceeds: bigint) {
  const position = positionOf(portfolio, token)
  const result = proceeds - remove(position, -amount)
  position.realised += result
  position.proceeds += proceeds
  return result
}

/** Takes a part out at its share of the cost, rounded up so that no result looks better than it is. */
function remove(position: Position, amount: bigint) {
  const { quantity, cost } = position
  const part =
    amount >= quantity || quantity <= 0n ? cost : (cost * amount + quantity - 1n) / quantity
  position.quantity = quantity > amount ? quantity - amount : 0n
  position.cost -= part
  return part
}

function positionOf({ positions }: Portfolio, token: string) {
  const known = positions.get(token)
  if (known) return known
  const fresh = { quantity: 0n, cost: 0n, realised: 0n, spent: 0n, proceeds: 0n }
  positions.set(token, fresh)
  return fresh
}

/** USD value of an amount at a price of 18 decimals, rounded down. */
export function valueAt(amount: bigint, price: bigint): bigint {
  return (amount * price) / ONE
}

type Worth = { worth: bigint; contributed: bigint }

/** What a wallet has made: its worth less what was put in. */
export function profitOf({ worth, contributed }: Worth): bigint {
  return worth - contributed
}

/** What was made between the first and the last of these; what was put in meanwhile is no profit. */
export function profitIn(points: readonly Worth[]): bigint {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? profitOf(last) - profitOf(first) : 0n
}
