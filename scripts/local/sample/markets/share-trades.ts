import { WAD } from "@/lib/units"
import type { Actor } from "../actors"
import type { RandomStream } from "../random"
import { portionOf, roundAmount, tradeSize, tradeWeight } from "../token-trades"
import type { MarketRef } from "./calls"
import type { MarketActions } from "./market-actions"
import { type MarketState, type Order, sharesFor } from "./market-state"

/** Purchases below these many USDB are not worth anybody's while. */
const MIN_PURCHASE = 5
/** How much of a market's virtual reserves one purchase may be. */
const MAX_POOL_SHARE = 0.05
/** People put less on a question than into a token. */
const TRADE_SIZE_FACTOR = 0.75
const CENT = 10n ** 16n
/** Tokens that are sold for shares, by those who hold them. */
const INPUT_TOKENS = ["TIDE", "KELP", "HRBR", "NWND"]

export type TradeContext = {
  actions: MarketActions
  market: MarketRef
  at: number
  /** Probabilities as people see them. */
  beliefs: readonly number[]
  /** Who may act. */
  actors: readonly Actor[]
  random: RandomStream
}

/** Lets one of the crowd buy an outcome that it finds too cheap. */
export function buyShares(occasion: TradeContext) {
  const { actions, market, at, beliefs, random } = occasion
  const ledger = actions.stateOf(market)
  const outcome = random.weighted(
    beliefs.map((_, i) => i),
    (i) => (beliefs[i] ?? 0) * Math.exp(4 * priceGap(ledger, beliefs, i)),
  )
  const player = pickBuyer(occasion)
  if (outcome === undefined || !player) return
  const gap = Math.max(0, priceGap(ledger, beliefs, outcome))
  const wanted = Math.min(
    TRADE_SIZE_FACTOR * tradeSize(player, gap, random),
    ledger.size * MAX_POOL_SHARE,
  )
  const size = Math.max(MIN_PURCHASE, wanted)
  const { exchange } = actions
  const currency = random.chance(0.16) ? pickInputToken(occasion, player, size) : undefined
  if (currency) {
    const amount = portionOf(
      exchange.balance(player, currency),
      size / exchange.pools.price(currency),
      random,
    )
    return actions.buy(player, market, { outcome, input: currency, amount, at })
  }
  const amount = roundAmount(Math.min(size, spendableUsdb(occasion, player)), random)
  actions.buy(player, market, { outcome, input: "USDB", amount, at })
}

/** How far the pool is below what is believed, as a logarithm. */
function priceGap(ledger: MarketState, beliefs: readonly number[], outcome: number) {
  return Math.log((beliefs[outcome] ?? 0) / toNumber(ledger.price(outcome)))
}

function pickBuyer({ actions, market, actors, at, random }: TradeContext) {
  return random.weighted(actors, (player) => {
    const isRich =
      toNumber(actions.exchange.spendableUsdb(player, market.symbol, at)) > MIN_PURCHASE
    return isRich ? tradeWeight(player, market.symbol) : 0
  })
}

function spendableUsdb({ actions, market, at }: TradeContext, player: Actor) {
  return toNumber(actions.exchange.spendableUsdb(player, market.symbol, at))
}

function pickInputToken(
  { actions: { exchange }, random }: TradeContext,
  player: Actor,
  size: number,
) {
  return random.weighted(INPUT_TOKENS, (symbol) => {
    if (!exchange.pools.has(symbol)) return 0
    return toNumber(exchange.balance(player, symbol)) * exchange.pools.price(symbol) > 2 * size
      ? 1
      : 0
  })
}

/** Somebody lists shares, or takes or withdraws what is listed. */
export function tradeOrders(occasion: TradeContext) {
  const { random } = occasion
  const first = random.weighted([listOrder, fillOrder, cancelOrder], (one) => {
    return one === cancelOrder ? 1 : 4
  })
  first?.(occasion)
}

/** A holder asks a price about what the pool asks, or several rising ones. */
function listOrder({ actions, market, at, actors, random }: TradeContext): boolean {
  const ledger = actions.stateOf(market)
  const offers = actors.flatMap((player) =>
    Array.from({ length: ledger.options }, (_, outcome) => {
      const available = ledger.available(player.index, outcome)
      return {
        player,
        outcome,
        available,
        worth: toNumber(available) * toNumber(ledger.price(outcome)),
      }
    }),
  )
  const offer = random.weighted(offers, ({ worth }) => (worth < 4 ? 0 : Math.sqrt(worth)))
  if (!offer) return false
  const { player, outcome, available } = offer
  const steps = random.chance(0.2) ? 3 : 1
  const amount = wholeShares(available / BigInt(steps + (random.chance(0.6) ? 1 : 0)))
  if (amount === 0n) return false
  const start = toNumber(ledger.price(outcome)) * random.between(0.88, 1.12)
  for (let step = 0; step < steps; step++) {
    const cents = Math.round(100 * start) + step * Math.ceil(random.between(0.5, 3))
    const price = BigInt(Math.min(97, Math.max(1, cents))) * CENT
    actions.list(player, market, outcome, amount, price, at)
  }
  return true
}

/** Somebody takes an order that is no dearer than the pool: all, some, or it and the pool. */
function fillOrder(occasion: TradeContext): boolean {
  const { actions, market, at, random } = occasion
  const buyer = pickBuyer(occasion)
  if (!buyer) return false
  const fillable = actions.stateOf(market).fillable(buyer.index)
  const order = fillable[Math.floor(random.next() ** 2 * fillable.length)]
  if (!order) return false
  const money = roundAmount(Math.min(spendableUsdb(occasion, buyer), random.between(8, 90)), random)
  if (random.chance(0.3)) {
    const same = fillable.filter(({ outcome }) => outcome === order.outcome).slice(0, 3)
    actions.sweep(buyer, same, market, money, at)
    return true
  }
  const most = sharesFor(order, money)
  const shares = most === order.amount ? most : wholeShares(most)
  if (shares === 0n) return false
  actions.fill(buyer, order, market, shares, at)
  return true
}

function cancelOrder({ actions, market, at, random }: TradeContext): boolean {
  const active = actions.stateOf(market).orders.filter(({ isActive }) => isActive)
  const order: Order | undefined = active[Math.floor(random.next() * active.length)]
  if (!order) return false
  actions.cancel(order, market, at)
  return true
}

/** As people type them. */
function wholeShares(amount: bigint) {
  const shares = amount / WAD
  return (shares >= 20n ? shares - (shares % 5n) : shares) * WAD
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
