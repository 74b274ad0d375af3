import { WAD } from "@/lib/units"

/**
 * Accounting of one wallet by weighted average cost (as in IAS 2.27): what leaves takes its share
 * `cost × amount / quantity` of the cost with it. Amounts are base units, USD values have 18 decimals.
 *
 * As long as nothing is given away, `cash + value = contributed + realised + (value − cost)`; a gift leaves
 * at its cost, but takes its market value out of what was contributed.
 */

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
export type TransactionEffects = {
  /** Every asset but USDB, none of them zero. */
  deltas: readonly Delta[]
  /** Change of USDB, which counts as one USD. */
  cash: bigint
  /** What happened in prediction markets; the change of USDB includes theirs. */
  marketEntries?: readonly MarketEntry[]
  /** Put down to vote (negative) or taken back: it stays the wallet's, at its cost. */
  stakes?: readonly Stake[]
}

/** `given` is what no event tells of: a market's seed, a donation. */
export type MarketEntryKind =
  | "sharesBought"
  | "sharesSold"
  | "redeemed"
  | "bond"
  | "bondBack"
  | "bounty"
  | "given"

export type MarketEntry = {
  kind: MarketEntryKind
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
const settlementKey = (token: string) => `${token}:settling`

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

export type TransactionKind = "bought" | "sold" | "exchanged" | "received" | "sent"

export type Portfolio = {
  positions: Map<string, Position>
  cash: bigint
  /** USD that came from outside less what left, valued when it moved; trades are not flows. */
  contributed: bigint
}

export const createPortfolio = (): Portfolio => ({
  positions: new Map(),
  cash: 0n,
  contributed: 0n,
})

/**
 * What a transaction was. USDB against one asset is a trade, whose price is the USDB that really moved,
 * taxes included; one asset against one other is an exchange. Everything else comes or goes without a price.
 */
export function classifyTransaction({ deltas, cash }: TransactionEffects): TransactionKind {
  const [first, second] = deltas
  if (first && !second && cash < 0n && first.amount > 0n) return "bought"
  if (first && !second && cash > 0n && first.amount < 0n) return "sold"
  if (isExchange({ deltas, cash })) return "exchanged"
  const direction = first ? first.amount : cash
  return direction > 0n ? "received" : "sent"
}

function isExchange({ deltas: [first, second, third], cash }: TransactionEffects) {
  return cash === 0n && first && second && !third && first.amount > 0n !== second.amount > 0n
}

/** Takes one transaction into the portfolio; to be called in the order of the chain. Answers its realised result. */
export function applyTransaction(portfolio: Portfolio, transaction: TransactionEffects): bigint {
  if (!transaction.marketEntries?.length) return applyTokenDeltas(portfolio, transaction)
  let [cash, result] = [transaction.cash, 0n]
  for (const entry of transaction.marketEntries) {
    result += applyMarketEntry(portfolio, entry)
    cash -= entry.cash
  }
  return result + applyTokenDeltas(portfolio, { deltas: transaction.deltas, cash })
}

/** Shares are bought and sold at the USDB of their own; bonds, bounties and gifts are results at once. */
function applyMarketEntry(
  portfolio: Portfolio,
  { kind, token, outcome, shares, cash }: MarketEntry,
): bigint {
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
  const position = getPosition(portfolio, settlementKey(token))
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
    const cost = removeQuantity(position, position.quantity)
    position.realised += proceeds - cost
    position.proceeds += proceeds
    result -= cost
  })
  if (held.length === 0) getPosition(portfolio, settlementKey(token)).realised += payout
  return result
}

function applyTokenDeltas(portfolio: Portfolio, transaction: TransactionEffects): bigint {
  if (transaction.deltas.length === 0 && transaction.cash === 0n) return 0n
  portfolio.cash += transaction.cash
  const kind = classifyTransaction(transaction)
  const [first] = transaction.deltas
  if (kind === "bought" && first) {
    acquire(portfolio, first, -transaction.cash)
    return 0n
  }
  if (kind === "sold" && first) return dispose(portfolio, first, transaction.cash)
  if (kind === "exchanged") return applyExchange(portfolio, transaction.deltas)
  portfolio.contributed += transaction.cash
  for (const delta of transaction.deltas) applyTransfer(portfolio, delta)
  return 0n
}

/** What came in is worth what it would cost then; so much was got for what went out. */
function applyExchange(portfolio: Portfolio, deltas: readonly Delta[]) {
  const sold = deltas.find(({ amount }) => amount < 0n)
  const bought = deltas.find(({ amount }) => amount > 0n)
  if (!sold || !bought) return 0n
  const value = bought.value ?? sold.value ?? 0n
  acquire(portfolio, bought, value)
  return dispose(portfolio, sold, value)
}

/** In at the market's price of that time, out at the average cost: neither is a result. */
function applyTransfer(portfolio: Portfolio, delta: Delta) {
  const value = delta.value ?? 0n
  if (delta.amount > 0n) {
    acquire(portfolio, delta, value)
    portfolio.contributed += value
    return
  }
  const position = getPosition(portfolio, delta.token)
  removeQuantity(position, -delta.amount)
  portfolio.contributed -= value
}

function acquire(portfolio: Portfolio, { token, amount }: Delta, price: bigint) {
  const position = getPosition(portfolio, token)
  position.quantity += amount
  position.cost += price
  position.spent += price
}

function dispose(portfolio: Portfolio, { token, amount }: Delta, proceeds: bigint) {
  const position = getPosition(portfolio, token)
  const result = proceeds - removeQuantity(position, -amount)
  position.realised += result
  position.proceeds += proceeds
  return result
}

/** Takes a part out at its share of the cost, rounded up so that no result looks better than it is. */
function removeQuantity(position: Position, amount: bigint) {
  const { quantity, cost } = position
  const part =
    amount >= quantity || quantity <= 0n ? cost : (cost * amount + quantity - 1n) / quantity
  position.quantity = quantity > amount ? quantity - amount : 0n
  position.cost -= part
  return part
}

function getPosition({ positions }: Portfolio, token: string) {
  const existing = positions.get(token)
  if (existing) return existing
  const position = { quantity: 0n, cost: 0n, realised: 0n, spent: 0n, proceeds: 0n }
  positions.set(token, position)
  return position
}

/** USD value of an amount at a price of 18 decimals, rounded down. */
export function valueAt(amount: bigint, price: bigint): bigint {
  return (amount * price) / WAD
}

type NetWorth = { worth: bigint; contributed: bigint }

/** What a wallet has made: its worth less what was put in. */
export function computeProfit({ worth, contributed }: NetWorth): bigint {
  return worth - contributed
}

/** What was made between the first and the last of these; what was put in meanwhile is no profit. */
export function computeProfitOver(points: readonly NetWorth[]): bigint {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? computeProfit(last) - computeProfit(first) : 0n
}
