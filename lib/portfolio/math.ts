import { WAD } from "@/lib/units"

/**
 * Accounting of one wallet by weighted average cost (IAS 2.27): an amount that leaves reduces the cost by
 * `cost × amount / quantity`. Amounts are base units, USD values have 18 decimals.
 *
 * While nothing is given away, `cash − debt + value = contributed + realised + (value − cost)`. A gift reduces the cost
 * by its cost and `contributed` by its market value.
 *
 * Debt counts as negative cash. Collateral, stakes and vesting tokens stay the wallet's, at their cost, so a loan costs
 * its fee, a liquidation is a sale for the debt it ends, and a leverage position costs the own money and the debt.
 */

/** Change of one asset of the wallet by one transaction. */
export type Delta = {
  token: string
  /** Positive: received; negative: sent. */
  amount: bigint
  /** USD value of the amount at that time, positive; null while it had no price. */
  value: bigint | null
}

export type Stake = Pick<Delta, "token" | "amount">

/** An amount that became another asset of the wallet, which takes over its cost. */
export type Conversion = { from: string; amount: bigint; to: string; received: bigint }

/** The effects of one transaction on the wallet. */
export type TransactionEffects = {
  /** Every asset it owns except USDB, collateral and vesting tokens included; no amount is zero. */
  deltas: readonly Delta[]
  /** Change of USDB, which counts as one USD. */
  cash: bigint
  /** Change of the wallet's debt in USDB; present where a loan changed. */
  debt?: bigint
  /**
   * Debt that ended with tokens that did not count as the wallet's: unvested tokens that another wallet may take back.
   */
  waived?: bigint
  conversions?: readonly Conversion[]
  /** Handed to contracts that keep it for the wallet (negative), or returned by them; not in `deltas`. */
  kept?: readonly Stake[]
  /** Entries of prediction markets; `cash` includes theirs. */
  marketEntries?: readonly MarketEntry[]
  /** Bets in price rounds and their payouts, which `cash` includes. */
  betEntries?: readonly BetEntry[]
  /** Staked to vote (negative) or returned: the wallet still owns it, at its cost. */
  stakes?: readonly Stake[]
}

/** `given` has no event: the seed of a market, or a donation. */
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
  /** The market's token; empty for `given`. */
  token: string
  /** Null where no shares moved. */
  outcome: number | null
  /** Positive: received; negative: sent. */
  shares: bigint
  /** USDB with tax; negative: paid. */
  cash: bigint
}

export type BetEntry = {
  kind: "bet" | "betWon" | "betRefunded"
  contract: string
  tf: number
  roundId: number
  /** 1 bull, 2 bear. */
  side: number
  /** The stake of the bet, or of all bets that were paid out. */
  stake: bigint
  /** USDB; negative: staked. */
  cash: bigint
}

/** Key of an outcome's shares in the positions. */
export const sharesKey = (token: string, outcome: number) => `${token}:${outcome}`

/** Key of the collateral of a leverage position, which has a separate cost. */
export const leverageKey = (token: string, loanId: number) => `${token}:leverage:${loanId}`

/** The token of a key of the positions; null for shares and settlements of markets, and for loans. */
export function tokenOfKey(key: string): string | null {
  const [token = "", kind] = key.split(":")
  if (kind === undefined) return key === LOAN_COSTS || key === ROUNDS ? null : token
  return kind === "leverage" ? token : null
}

/** The cash traded in the rest of a transaction: USDB less debt, without entries of markets and rounds. */
export function cashBesideEntries(transaction: TransactionEffects): bigint {
  const { marketEntries = [], betEntries = [] } = transaction
  return [...marketEntries, ...betEntries].reduce(
    (cash, entry) => cash - entry.cash,
    netCash(transaction),
  )
}

/** Key of fees of loans, which are a result at once. */
const LOAN_COSTS = "loans"

/** Key of price rounds. Its cost is every stake that was not paid out, including lost bets; it has no quantity. */
const ROUNDS = "rounds"

/** Key of a market's bonds, bounties and gifts, which have no quantity. */
const settlementKey = (token: string) => `${token}:settling`

export type Position = {
  quantity: bigint
  /** Cost of the quantity, with fees. */
  cost: bigint
  /** Result of sales, after fees. */
  realised: bigint
  /** The total USD paid and received for it. */
  spent: bigint
  proceeds: bigint
}

export type TransactionKind = "bought" | "sold" | "exchanged" | "received" | "sent"

export type Portfolio = {
  positions: Map<string, Position>
  cash: bigint
  /** USDB owed on loans. */
  debt: bigint
  /** Deposits less withdrawals in USD, at the value of their time; trades do not count. */
  contributed: bigint
}

export const createPortfolio = (): Portfolio => ({
  positions: new Map(),
  cash: 0n,
  debt: 0n,
  contributed: 0n,
})

/** USDB less debt: a loan's payout or repayment changes it only by the fee. */
export const netCash = ({ cash, debt = 0n, waived = 0n }: TransactionEffects) =>
  cash - debt - waived

/**
 * USDB against one token is a trade; its price is the USDB transferred and the debt taken or settled, with taxes. One
 * asset against another is an exchange. Everything else is a transfer without a price.
 */
export function classifyTransaction(transaction: TransactionEffects): TransactionKind {
  const { deltas } = transaction
  const [cash, [first]] = [netCash(transaction), deltas]
  if (first && isOneToken(deltas)) {
    if (cash < 0n && first.amount > 0n) return "bought"
    if (cash > 0n && first.amount < 0n) return "sold"
  }
  if (cash === 0n && isExchange(deltas)) return "exchanged"
  const direction = first ? first.amount : cash
  return direction > 0n ? "received" : "sent"
}

/** Whether all amounts are of one token and in one direction: a purchase may be leveraged in part. */
function isOneToken(deltas: readonly Delta[]) {
  const [first] = deltas
  return deltas.every(
    ({ token, amount }) =>
      first && tokenOfKey(token) === tokenOfKey(first.token) && amount > 0n === first.amount > 0n,
  )
}

function isExchange([first, second, third]: readonly Delta[]) {
  return first && second && !third && first.amount > 0n !== second.amount > 0n
}

/** Adds one transaction to the portfolio and returns its realised result. Call in the order of the chain. */
export function applyTransaction(portfolio: Portfolio, transaction: TransactionEffects): bigint {
  for (const conversion of transaction.conversions ?? []) convert(portfolio, conversion)
  const { marketEntries = [], betEntries = [] } = transaction
  let [cash, result] = [transaction.cash, 0n]
  for (const entry of marketEntries) {
    result += applyMarketEntry(portfolio, entry)
    cash -= entry.cash
  }
  for (const entry of betEntries) {
    result += applyBetEntry(portfolio, entry)
    cash -= entry.cash
  }
  return result + applyTokenDeltas(portfolio, { ...transaction, cash })
}

/** A payout is for all bets of its round. */
function applyBetEntry(portfolio: Portfolio, { kind, stake, cash }: BetEntry): bigint {
  portfolio.cash += cash
  const position = getPosition(portfolio, ROUNDS)
  if (kind === "bet") {
    position.cost += stake
    position.spent += stake
    return 0n
  }
  position.cost -= stake
  position.realised += cash - stake
  position.proceeds += cash
  return cash - stake
}

/** Stakes of a wallet's bets that were not paid out, including lost ones. */
export const unpaidStakes = ({ positions }: Portfolio): bigint => positions.get(ROUNDS)?.cost ?? 0n

/** Shares are traded at the USDB of their entry; bonds, bounties and gifts are results at once. */
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

/** The payout is for all shares of the market: it ends winning and losing positions. */
function redeem(portfolio: Portfolio, token: string, payout: bigint): bigint {
  const held = [...portfolio.positions].filter(
    ([key, { quantity }]) =>
      key.startsWith(`${token}:`) && tokenOfKey(key) === null && quantity > 0n,
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
  const { deltas, cash, debt, waived = 0n } = transaction
  portfolio.cash += cash
  portfolio.debt += debt ?? 0n
  portfolio.contributed += waived
  const paid = netCash(transaction)
  if (deltas.length === 0 && paid === 0n) return 0n
  if (deltas.length === 0 && debt !== undefined) return addLoanCosts(portfolio, paid)
  const kind = classifyTransaction(transaction)
  const [first] = deltas
  if (kind === "bought") {
    for (const [delta, part] of splitByAmount(deltas, -paid)) acquire(portfolio, delta, part)
    return 0n
  }
  if (kind === "sold" && first) {
    return splitByAmount(deltas, paid).reduce(
      (result, [delta, part]) => result + dispose(portfolio, delta, part),
      0n,
    )
  }
  if (kind === "exchanged") return applyExchange(portfolio, deltas)
  portfolio.contributed += paid
  for (const delta of deltas) applyTransfer(portfolio, delta)
  return 0n
}

/** A price in parts by the amounts; the last part has the rest. */
function splitByAmount(deltas: readonly Delta[], price: bigint): [Delta, bigint][] {
  const total = deltas.reduce((sum, { amount }) => sum + amount, 0n)
  let left = price
  return deltas.map((delta, index) => {
    const part = index === deltas.length - 1 ? left : (price * delta.amount) / total
    left -= part
    return [delta, part]
  })
}

function addLoanCosts({ positions }: Portfolio, result: bigint): bigint {
  getPosition({ positions }, LOAN_COSTS).realised += result
  return result
}

function convert(portfolio: Portfolio, { from, amount, to, received }: Conversion) {
  const [source, target] = [getPosition(portfolio, from), getPosition(portfolio, to)]
  const cost = removeQuantity(source, amount)
  source.spent -= cost
  target.quantity += received
  target.cost += cost
  target.spent += cost
}

/** The asset bought is valued at its market price; that value is the proceeds of the asset sold. */
function applyExchange(portfolio: Portfolio, deltas: readonly Delta[]) {
  const sold = deltas.find(({ amount }) => amount < 0n)
  const bought = deltas.find(({ amount }) => amount > 0n)
  if (!sold || !bought) return 0n
  const value = bought.value ?? sold.value ?? 0n
  acquire(portfolio, bought, value)
  return dispose(portfolio, sold, value)
}

/** Received at the market price of that time, sent at the average cost: neither has a result. */
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

/** Removes an amount with its part of the cost, rounded up so that no result is overstated. */
function removeQuantity(position: Position, amount: bigint) {
  const { quantity, cost } = position
  const part =
    amount >= quantity || quantity <= 0n ? cost : (cost * amount + quantity - 1n) / quantity
  position.quantity = quantity > amount ? quantity - amount : 0n
  position.cost -= part
  return part
}

function getPosition({ positions }: Pick<Portfolio, "positions">, token: string) {
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

/** Net worth less contributions. */
export function computeProfit({ worth, contributed }: NetWorth): bigint {
  return worth - contributed
}

/** Profit between the first and the last point, without contributions in between. */
export function computeProfitOver(points: readonly NetWorth[]): bigint {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? computeProfit(last) - computeProfit(first) : 0n
}
