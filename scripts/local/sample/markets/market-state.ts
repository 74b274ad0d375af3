import { MIN_BOND } from "@/lib/markets/constants"
import {
  initialReserves,
  orderCost,
  orderProceeds,
  payout,
  sharesForUsdc,
  sharesOut,
  spotPrice,
  taxOn,
} from "@/lib/markets/math"
import { WAD } from "@/lib/units"

export type Order = {
  id: bigint
  seller: number
  outcome: number
  /** Shares left. */
  amount: bigint
  price: bigint
  isActive: boolean
}

/** More than the exchange pays to a market of the sample. */
const TOKEN_TAX = 100n * WAD

type Position = { shares: bigint; cost: bigint; locked: bigint }

const EMPTY_POSITION: Position = { shares: 0n, cost: 0n, locked: 0n }

/**
 * One market as it will stand when the history is played: the contract's mathematics on the same calls, so
 * that every quote, balance and order is known before a transaction is sent.
 */
export class MarketState {
  readonly orders: Order[] = []
  /** Final outcome: an option, or INVALID. */
  final: number | null = null
  isDisputed = false
  round = 0n
  /** Who may buy; null for everybody. */
  buyers: Set<number> | null = null
  private readonly reserves: bigint[]
  private readonly circulating: bigint[]
  private readonly positions = new Map<number, Position[]>()
  private readonly redeemed = new Set<number>()
  /** USDB that a proposal of the running round has put up, or a little more. */
  bond = MIN_BOND
  private paidIn = 0n
  /** Seed, donations and the tax of purchases, of which a part goes elsewhere. */
  private pot = 0n
  private total: bigint

  constructor(readonly options: number) {
    const { reserve, total } = initialReserves(options)
    this.reserves = Array.from({ length: options }, () => reserve)
    this.circulating = Array.from({ length: options }, () => 0n)
    this.total = total
  }

  /** USDB of a share, wad: the probability. */
  price(outcome: number): bigint {
    return spotPrice({ reserve: this.reserves[outcome] ?? 0n, total: this.total })
  }

  /** Virtual reserves together, whole USDB. */
  get size(): number {
    return Number(this.total) / 1e18
  }

  holders(): number[] {
    return [...this.positions.keys()]
  }

  position(wallet: number, outcome: number): Position {
    return this.positions.get(wallet)?.[outcome] ?? EMPTY_POSITION
  }

  available(wallet: number, outcome: number): bigint {
    const { shares, locked } = this.position(wallet, outcome)
    return shares - locked
  }

  /** Buys from the pool with so much USDB; returns the shares. */
  buy(wallet: number, outcome: number, usdb: bigint): bigint {
    const net = usdb - taxOn(usdb)
    this.pot += taxOn(usdb)
    const reserve = this.reserves[outcome] ?? 0n
    const shares = sharesOut(net, { reserve, total: this.total })
    this.reserves[outcome] = reserve + net
    this.circulating[outcome] = (this.circulating[outcome] ?? 0n) + shares
    this.total += net
    this.paidIn += net
    this.change(wallet, outcome, { shares, cost: net })
    return shares
  }

  addToPot(amount: bigint) {
    this.pot += amount
  }

  /** By the rule of the resolver, with room for the tax of the market's token. */
  fixBond() {
    const part = (this.paidIn + this.pot + TOKEN_TAX) / 100n
    this.bond = (part > MIN_BOND ? part : MIN_BOND) * 2n ** this.round
  }

  list(seller: number, outcome: number, amount: bigint, price: bigint) {
    this.change(seller, outcome, { locked: amount })
    const id = BigInt(this.orders.length)
    this.orders.push({ id, seller, outcome, amount, price, isActive: true })
  }

  cancel(order: Order) {
    order.isActive = false
    this.change(order.seller, order.outcome, { locked: -order.amount })
  }

  /** Orders a wallet may fill now, the cheapest first. */
  fillable(buyer: number): Order[] {
    return this.orders
      .filter(({ isActive, seller, outcome, price }) => {
        return isActive && seller !== buyer && price <= this.price(outcome)
      })
      .sort((a, b) => (a.price < b.price ? -1 : 1))
  }

  /** What shares of an order cost the buyer and bring the seller. */
  fill(order: Order, buyer: number, shares: bigint): { cost: bigint; proceeds: bigint } {
    const { seller, outcome } = order
    const held = this.position(seller, outcome)
    const moved = (held.cost * shares) / held.shares
    this.change(seller, outcome, { shares: -shares, cost: -moved, locked: -shares })
    this.change(buyer, outcome, { shares, cost: moved })
    order.amount -= shares
    if (order.amount === 0n) order.isActive = false
    return {
      cost: orderCost(shares, order.price),
      proceeds: orderProceeds(shares, order.price),
    }
  }

  /** What a wallet gets of what was paid in; its part of the pots comes on top. */
  payout(wallet: number): bigint {
    if (this.final === null || this.redeemed.has(wallet)) return 0n
    const positions = this.positions.get(wallet) ?? []
    const circulating = this.circulating[this.final] ?? 0n
    if (circulating === 0n) return positions.reduce((sum, { cost }) => sum + cost, 0n)
    return payout(this.position(wallet, this.final).shares, circulating, this.paidIn)
  }

  redeem(wallet: number) {
    this.redeemed.add(wallet)
  }

  private change(wallet: number, outcome: number, by: Partial<Position>) {
    const positions = this.positions.get(wallet) ?? this.reserves.map(() => EMPTY_POSITION)
    const { shares, cost, locked } = positions[outcome] ?? EMPTY_POSITION
    positions[outcome] = {
      shares: shares + (by.shares ?? 0n),
      cost: cost + (by.cost ?? 0n),
      locked: locked + (by.locked ?? 0n),
    }
    this.positions.set(wallet, positions)
  }
}

/** The most shares of an order that so much USDB pays for, tax included. */
export function sharesFor({ amount, price }: Order, usdb: bigint): bigint {
  const shares = sharesForUsdc(usdb, price)
  return shares < amount ? shares : amount
}
