import { isWorthFilling, MIN_PURCHASE } from "@/lib/markets/math"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import type { Actor } from "../actors"
import { type ExchangeState, OPERATOR } from "../exchange-state"
import type { MarketRef, Question } from "./calls"
import { MarketState, type Order, sharesFor } from "./market-state"

const SLIPPAGE_BASIS_POINTS = 200n
export const STAKE = 5n * WAD

export type Purchase = { outcome: number; input: string; amount: bigint; at: number }

/** The prediction markets on the stage: who holds and lists what while the history is written. */
export class MarketActions {
  private readonly states = new Map<string, MarketState>()

  constructor(readonly exchange: ExchangeState) {}

  stateOf({ symbol }: MarketRef): MarketState {
    const ledger = this.states.get(symbol)
    if (!ledger) throw new Error(`There is no market ${symbol} yet`)
    return ledger
  }

  open(creator: Actor, question: Question, endTime: number, at: number) {
    const { symbol, options, isPrivate, isEvent, seed } = question
    if (seed > 0) this.exchange.pay(creator, "USDB", BigInt(seed) * WAD, spenderOf(question), at)
    this.exchange.addAction(at, creator.index, {
      kind: "openMarket",
      question: { ...refOf(question), name: question.name, options, isEvent, seed },
      endTime,
    })
    const ledger = new MarketState(options.length)
    ledger.addToPot(BigInt(seed) * WAD)
    if (isPrivate && isEvent) ledger.buyers = new Set([creator.index])
    this.states.set(symbol, ledger)
    this.exchange.pools.openPrediction(symbol)
  }

  /** Buys shares from the pool, with USDB or a token that is sold for it. */
  buy(player: Actor, market: MarketRef, { outcome, input, amount, at }: Purchase) {
    this.exchange.pay(player, input, amount, spenderOf(market), at)
    const usdb = input === "USDB" ? amount : this.exchange.pools.sell(input, amount, at)
    const shares = this.stateOf(market).buy(player.index, outcome, usdb)
    this.exchange.addAction(at, player.index, {
      kind: "buyShares",
      market: refOf(market),
      outcome,
      input,
      amount,
      minUsdc: input === "USDB" ? 0n : minAmountOut(usdb, SLIPPAGE_BASIS_POINTS),
      minShares: minAmountOut(shares, SLIPPAGE_BASIS_POINTS),
    })
  }

  list(
    seller: Actor,
    market: MarketRef,
    outcome: number,
    amount: bigint,
    price: bigint,
    at: number,
  ) {
    // The contract refuses smaller ones.
    if (!isWorthFilling(amount, price)) return
    this.stateOf(market).list(seller.index, outcome, amount, price)
    const call = { kind: "listShares", market: refOf(market), outcome, amount, price } as const
    this.exchange.addAction(at, seller.index, call)
  }

  cancel(order: Order, market: MarketRef, at: number) {
    this.stateOf(market).cancel(order)
    this.exchange.addAction(at, order.seller, {
      kind: "cancelOrder",
      market: refOf(market),
      order: order.id,
    })
  }

  fill(buyer: Actor, order: Order, market: MarketRef, amount: bigint, at: number) {
    const cost = this.settle(buyer, order, market, amount)
    this.exchange.pay(buyer, "USDB", cost, spenderOf(market), at)
    const call = { kind: "fillOrder", market: refOf(market), order: order.id, amount } as const
    this.exchange.addAction(at, buyer.index, call)
  }

  /** The orders first, all of the same outcome, and the pool with what is left. */
  sweep(buyer: Actor, orders: readonly Order[], market: MarketRef, amount: bigint, at: number) {
    const outcome = orders[0]?.outcome
    if (outcome === undefined) throw new Error("There is nothing to sweep")
    this.exchange.pay(buyer, "USDB", amount, spenderOf(market), at)
    let left = amount
    let bought = 0n
    for (const order of orders) {
      const shares = sharesFor(order, left)
      if (left === 0n || shares === 0n) continue
      left -= this.settle(buyer, order, market, shares)
      bought += shares
    }
    if (left >= MIN_PURCHASE) bought += this.stateOf(market).buy(buyer.index, outcome, left)
    else this.exchange.credit(buyer, "USDB", left)
    this.exchange.addAction(at, buyer.index, {
      kind: "sweepOrders",
      market: refOf(market),
      outcome,
      orders: orders.map(({ id }) => id),
      amount,
      minShares: minAmountOut(bought, SLIPPAGE_BASIS_POINTS),
    })
  }

  donate(player: Actor, market: MarketRef, amount: bigint, isBounty: boolean, at: number) {
    this.exchange.pay(player, "USDB", amount, spenderOf(market), at)
    if (!isBounty) this.stateOf(market).addToPot(amount)
    this.exchange.addAction(at, player.index, {
      kind: "donate",
      market: refOf(market),
      amount,
      isBounty,
    })
  }

  /** Stakes a token the player holds, or TIDE bought for it. */
  stake(player: Actor, at: number, preferred: readonly string[]) {
    const held = preferred.find((symbol) => this.exchange.balance(player, symbol) >= STAKE)
    if (!held) {
      const price = BigInt(Math.ceil(this.exchange.pools.price("TIDE") * 1.1 * 1e6)) * 10n ** 12n
      this.exchange.buyUpTo(player, "TIDE", (STAKE * price) / WAD, at)
    }
    const symbol = held ?? "TIDE"
    this.exchange.pay(player, symbol, STAKE, "resolver", at)
    this.exchange.addAction(at, player.index, { kind: "stake", symbol })
  }

  /** Proposes, disputes or vetoes with a bond. */
  putUpBond(
    kind: "propose" | "dispute" | "veto",
    player: Actor,
    market: MarketRef,
    outcome: number,
    at: number,
  ) {
    const ledger = this.stateOf(market)
    if (kind === "propose") ledger.fixBond()
    this.exchange.pay(player, "USDB", ledger.bond, "resolver", at)
    if (kind === "dispute") ledger.isDisputed = true
    this.exchange.addAction(at, player.index, { kind, market: refOf(market), outcome })
  }

  vote(player: Actor, market: MarketRef, outcome: number, at: number) {
    this.exchange.addAction(at, player.index, { kind: "vote", market: refOf(market), outcome })
  }

  decide(market: MarketRef, outcome: number, at: number) {
    this.stateOf(market).final = outcome
    this.exchange.addAction(at, OPERATOR, { kind: "decide", market: refOf(market), outcome })
  }

  /** Finalises with the outcome the votes gave; null when they said that it was too early. */
  finalize(player: Actor, market: MarketRef, final: number | null, at: number) {
    const ledger = this.stateOf(market)
    const isUncontested = !market.isPrivate && !ledger.isDisputed
    const kind = isUncontested ? "finalizeUncontested" : "finalize"
    this.exchange.addAction(at, player.index, { kind, market: refOf(market) })
    ledger.isDisputed = false
    ledger.final = final
    if (final === null) ledger.round += 1n
  }

  redeem(player: Actor, market: MarketRef, at: number) {
    const ledger = this.stateOf(market)
    const payout = ledger.payout(player.index)
    if (payout === 0n) return
    ledger.redeem(player.index)
    this.exchange.credit(player, "USDB", payout)
    this.exchange.addAction(at, player.index, { kind: "redeem", market: refOf(market) })
  }

  claim(player: Actor, market: MarketRef, at: number) {
    this.exchange.addAction(at, player.index, { kind: "claimBounty", market: refOf(market) })
  }

  /** What the votes for a new round earned in the round before it. */
  claimEarly(player: Actor, market: MarketRef, at: number) {
    const round = this.stateOf(market).round - 1n
    this.exchange.addAction(at, player.index, {
      kind: "claimEarlyBounty",
      market: refOf(market),
      round,
    })
  }

  admitVoter(creator: Actor, market: MarketRef, voter: Actor, at: number) {
    const call = { kind: "admitVoter", market: refOf(market), wallet: voter.index } as const
    this.exchange.addAction(at, creator.index, call)
  }

  admitBuyers(creator: Actor, market: MarketRef, buyers: readonly Actor[], at: number) {
    const wallets = buyers.map(({ index }) => index)
    for (const wallet of wallets) this.stateOf(market).buyers?.add(wallet)
    this.exchange.addAction(at, creator.index, {
      kind: "admitBuyers",
      market: refOf(market),
      wallets,
    })
  }

  private settle(buyer: Actor, order: Order, market: MarketRef, shares: bigint): bigint {
    const seller = this.exchange.actorAt(order.seller)
    const { cost, proceeds } = this.stateOf(market).fill(order, buyer.index, shares)
    this.exchange.credit(seller, "USDB", proceeds)
    return cost
  }
}

/** The contract a purchase or a donation is paid to. */
function spenderOf({ isPrivate }: MarketRef) {
  return isPrivate ? "privateMarket" : "marketTrading"
}

function refOf({ symbol, isPrivate }: MarketRef): MarketRef {
  return { symbol, isPrivate }
}
