import { WAD } from "@/lib/tokens/math"
import type { Player } from "../cast"
import type { Random } from "../random"
import { eagerness, portion, tradeSize, typedAmount } from "../traders"
import type { MarketRef } from "./calls"
import type { Desk } from "./desk"
import { type Ledger, type Order, sharesFor } from "./ledger"

/** Purchases below these many USDB are not worth anybody's while. */
const LEAST_PURCHASE = 5
/** How much of a market's virtual reserves one purchase may be. */
const LARGEST_PURCHASE = 0.05
/** People put less on a question than into a token. */
const SIZE_FACTOR = 0.75
const CENT = 10n ** 16n
/** Tokens that are sold for shares, by those who hold them. */
const CURRENCIES = ["TIDE", "KELP", "HRBR", "NWND"]

export type Occasion = {
  desk: Desk
  market: MarketRef
  at: number
  /** Probabilities as people see them. */
  beliefs: readonly number[]
  /** Who may act. */
  crowd: readonly Player[]
  random: Random
}

/** Lets one of the crowd buy an outcome that it finds too cheap. */
export function buyOnce(occasion: Occasion) {
  const { desk, market, at, beliefs, random } = occasion
  const ledger = desk.ledger(market)
  const outcome = random.weighted(
    beliefs.map((_, i) => i),
    (i) => (beliefs[i] ?? 0) * Math.exp(4 * gapOf(ledger, beliefs, i)),
  )
  const player = spender(occasion)
  if (outcome === undefined || !player) return
  const gap = Math.max(0, gapOf(ledger, beliefs, outcome))
  const wanted = Math.min(
    SIZE_FACTOR * tradeSize(player, gap, random),
    ledger.size * LARGEST_PURCHASE,
  )
  const size = Math.max(LEAST_PURCHASE, wanted)
  const { stage } = desk
  const currency = random.chance(0.16) ? currencyOf(occasion, player, size) : undefined
  if (currency) {
    const amount = portion(
      stage.balance(player, currency),
      size / stage.market.price(currency),
      random,
    )
    return desk.buy(player, market, { outcome, input: currency, amount, at })
  }
  const amount = typedAmount(Math.min(size, purse(occasion, player)), random)
  desk.buy(player, market, { outcome, input: "USDB", amount, at })
}

/** How far the pool is below what is believed, as a logarithm. */
function gapOf(ledger: Ledger, beliefs: readonly number[], outcome: number) {
  return Math.log((beliefs[outcome] ?? 0) / toNumber(ledger.price(outcome)))
}

function spender({ desk, market, crowd, at, random }: Occasion) {
  return random.weighted(crowd, (player) => {
    const isRich = toNumber(desk.stage.purse(player, market.symbol, at)) > LEAST_PURCHASE
    return isRich ? eagerness(player, market.symbol) : 0
  })
}

function purse({ desk, market, at }: Occasion, player: Player) {
  return toNumber(desk.stage.purse(player, market.symbol, at))
}

function currencyOf({ desk: { stage }, random }: Occasion, player: Player, size: number) {
  return random.weighted(CURRENCIES, (symbol) => {
    if (!stage.market.has(symbol)) return 0
    return toNumber(stage.balance(player, symbol)) * stage.market.price(symbol) > 2 * size ? 1 : 0
  })
}

/** Somebody lists shares, or takes or withdraws what is listed. */
export function turnToBook(occasion: Occasion) {
  const { random } = occasion
  const first = random.weighted([listOnce, fillOnce, cancelOnce], (one) => {
    return one === cancelOnce ? 1 : 4
  })
  first?.(occasion)
}

/** A holder asks a price about what the pool asks, or several rising ones. */
function listOnce({ desk, market, at, crowd, random }: Occasion): boolean {
  const ledger = desk.ledger(market)
  const offers = crowd.flatMap((player) =>
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
    desk.list(player, market, outcome, amount, price, at)
  }
  return true
}

/** Somebody takes an order that is no dearer than the pool: all, some, or it and the pool. */
function fillOnce(occasion: Occasion): boolean {
  const { desk, market, at, random } = occasion
  const buyer = spender(occasion)
  if (!buyer) return false
  const fillable = desk.ledger(market).fillable(buyer.index)
  const order = fillable[Math.floor(random.next() ** 2 * fillable.length)]
  if (!order) return false
  const money = typedAmount(Math.min(purse(occasion, buyer), random.between(8, 90)), random)
  if (random.chance(0.3)) {
    const same = fillable.filter(({ outcome }) => outcome === order.outcome).slice(0, 3)
    desk.sweep(buyer, same, market, money, at)
    return true
  }
  const most = sharesFor(order, money)
  const shares = most === order.amount ? most : wholeShares(most)
  if (shares === 0n) return false
  desk.fill(buyer, order, market, shares, at)
  return true
}

function cancelOnce({ desk, market, at, random }: Occasion): boolean {
  const active = desk.ledger(market).orders.filter(({ isActive }) => isActive)
  const order: Order | undefined = active[Math.floor(random.next() * active.length)]
  if (!order) return false
  desk.cancel(order, market, at)
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
