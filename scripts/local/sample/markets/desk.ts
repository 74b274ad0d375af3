import { isWorthFilling, LEAST_PURCHASE } from "@/lib/markets/math"
import { minimumOut, WAD } from "@/lib/tokens/math"
import type { Player } from "../cast"
import { OPERATOR, type Stage } from "../stage"
import type { MarketRef, Question } from "./calls"
import { Ledger, type Order, sharesFor } from "./ledger"

const SLIPPAGE_BASIS_POINTS = 200n
export const STAKE = 5n * WAD

export type Purchase = { outcome: number; input: string; amount: bigint; at: number }

/** The prediction markets on the stage: who holds and lists what while the history is written. */
export class Desk {
  private readonly ledgers = new Map<string, Ledger>()

  constructor(readonly stage: Stage) {}

  ledger({ symbol }: MarketRef): Ledger {
    const ledger = this.ledgers.get(symbol)
    if (!ledger) throw new Error(`There is no market ${symbol} yet`)
    return ledger
  }

  open(creator: Player, question: Question, endTime: number, at: number) {
    const { symbol, options, isPrivate, isEvent, seed } = question
    if (seed > 0) this.stage.pay(creator, "USDB", BigInt(seed) * WAD, spenderOf(question), at)
    this.stage.act(at, creator.index, {
      kind: "openMarket",
      question: { ...refOf(question), name: question.name, options, isEvent, seed },
      endTime,
    })
    const ledger = new Ledger(options.length)
    ledger.addToPot(BigInt(seed) * WAD)
    if (isPrivate && isEvent) ledger.buyers = new Set([creator.index])
    this.ledgers.set(symbol, ledger)
    this.stage.market.openPrediction(symbol)
  }

  /** Buys shares from the pool, with USDB or a token that is sold for it. */
  buy(player: Player, market: MarketRef, { outcome, input, amount, at }: Purchase) {
    this.stage.pay(player, input, amount, spenderOf(market), at)
    const usdb = input === "USDB" ? amount : this.stage.market.sell(input, amount, at)
    const shares = this.ledger(market).buy(player.index, outcome, usdb)
    this.stage.act(at, player.index, {
      kind: "buyShares",
      market: refOf(market),
      outcome,
      input,
      amount,
      minUsdc: input === "USDB" ? 0n : minimumOut(usdb, SLIPPAGE_BASIS_POINTS),
      minShares: minimumOut(shares, SLIPPAGE_BASIS_POINTS),
    })
  }

  list(
    seller: Player,
    market: MarketRef,
    outcome: number,
    amount: bigint,
    price: bigint,
    at: number,
  ) {
    // The contract refuses smaller ones.
    if (!isWorthFilling(amount, price)) return
    this.ledger(market).list(seller.index, outcome, amount, price)
    const call = { kind: "listShares", market: refOf(market), outcome, amount, price } as const
    this.stage.act(at, seller.index, call)
  }

  cancel(order: Order, market: MarketRef, at: number) {
    this.ledger(market).cancel(order)
    this.stage.act(at, order.seller, {
      kind: "cancelOrder",
      market: refOf(market),
      order: order.id,
    })
  }

  fill(buyer: Player, order: Order, market: MarketRef, amount: bigint, at: number) {
    const cost = this.settle(buyer, order, market, amount)
    this.stage.pay(buyer, "USDB", cost, spenderOf(market), at)
    const call = { kind: "fillOrder", market: refOf(market), order: order.id, amount } as const
    this.stage.act(at, buyer.index, call)
  }

  /** The orders first, all of the same outcome, and the pool with what is left. */
  sweep(buyer: Player, orders: readonly Order[], market: MarketRef, amount: bigint, at: number) {
    const outcome = orders[0]?.outcome
    if (outcome === undefined) throw new Error("There is nothing to sweep")
    this.stage.pay(buyer, "USDB", amount, spenderOf(market), at)
    let left = amount
    let bought = 0n
    for (const order of orders) {
      const shares = sharesFor(order, left)
      if (left === 0n || shares === 0n) continue
      left -= this.settle(buyer, order, market, shares)
      bought += shares
    }
    if (left >= LEAST_PURCHASE) bought += this.ledger(market).buy(buyer.index, outcome, left)
    else this.stage.credit(buyer, "USDB", left)
    this.stage.act(at, buyer.index, {
      kind: "sweepOrders",
      market: refOf(market),
      outcome,
      orders: orders.map(({ id }) => id),
      amount,
      minShares: minimumOut(bought, SLIPPAGE_BASIS_POINTS),
    })
  }

  donate(player: Player, market: MarketRef, amount: bigint, isBounty: boolean, at: number) {
    this.stage.pay(player, "USDB", amount, spenderOf(market), at)
    if (!isBounty) this.ledger(market).addToPot(amount)
    this.stage.act(at, player.index, { kind: "donate", market: refOf(market), amount, isBounty })
  }

  /** Stakes a token the player holds, or TIDE bought for it. */
  stake(player: Player, at: number, preferred: readonly string[]) {
    const held = preferred.find((symbol) => this.stage.balance(player, symbol) >= STAKE)
    if (!held) {
      const price = BigInt(Math.ceil(this.stage.market.price("TIDE") * 1.1 * 1e6)) * 10n ** 12n
      this.stage.buyUpTo(player, "TIDE", (STAKE * price) / WAD, at)
    }
    const symbol = held ?? "TIDE"
    this.stage.pay(player, symbol, STAKE, "resolver", at)
    this.stage.act(at, player.index, { kind: "stake", symbol })
  }

  /** Proposes, disputes or vetoes with a bond. */
  contend(
    kind: "propose" | "dispute" | "veto",
    player: Player,
    market: MarketRef,
    outcome: number,
    at: number,
  ) {
    const ledger = this.ledger(market)
    if (kind === "propose") ledger.fixBond()
    this.stage.pay(player, "USDB", ledger.bond, "resolver", at)
    if (kind === "dispute") ledger.isDisputed = true
    this.stage.act(at, player.index, { kind, market: refOf(market), outcome })
  }

  vote(player: Player, market: MarketRef, outcome: number, at: number) {
    this.stage.act(at, player.index, { kind: "vote", market: refOf(market), outcome })
  }

  decide(market: MarketRef, outcome: number, at: number) {
    this.ledger(market).final = outcome
    this.stage.act(at, OPERATOR, { kind: "decide", market: refOf(market), outcome })
  }

  /** Finalises with the outcome the votes gave; null when they said that it was too early. */
  finalize(player: Player, market: MarketRef, final: number | null, at: number) {
    const ledger = this.ledger(market)
    const isUncontested = !market.isPrivate && !ledger.isDisputed
    const kind = isUncontested ? "finalizeUncontested" : "finalize"
    this.stage.act(at, player.index, { kind, market: refOf(market) })
    ledger.isDisputed = false
    ledger.final = final
    if (final === null) ledger.round += 1n
  }

  redeem(player: Player, market: MarketRef, at: number) {
    const ledger = this.ledger(market)
    const payout = ledger.payout(player.index)
    if (payout === 0n) return
    ledger.redeem(player.index)
    this.stage.credit(player, "USDB", payout)
    this.stage.act(at, player.index, { kind: "redeem", market: refOf(market) })
  }

  claim(player: Player, market: MarketRef, at: number) {
    this.stage.act(at, player.index, { kind: "claimBounty", market: refOf(market) })
  }

  /** What the votes for a new round earned in the round before it. */
  claimEarly(player: Player, market: MarketRef, at: number) {
    const round = this.ledger(market).round - 1n
    this.stage.act(at, player.index, { kind: "claimEarlyBounty", market: refOf(market), round })
  }

  admitVoter(creator: Player, market: MarketRef, voter: Player, at: number) {
    const call = { kind: "admitVoter", market: refOf(market), wallet: voter.index } as const
    this.stage.act(at, creator.index, call)
  }

  admitBuyers(creator: Player, market: MarketRef, buyers: readonly Player[], at: number) {
    const wallets = buyers.map(({ index }) => index)
    for (const wallet of wallets) this.ledger(market).buyers?.add(wallet)
    this.stage.act(at, creator.index, { kind: "admitBuyers", market: refOf(market), wallets })
  }

  private settle(buyer: Player, order: Order, market: MarketRef, shares: bigint): bigint {
    const seller = this.stage.playerAt(order.seller)
    const { cost, proceeds } = this.ledger(market).fill(order, buyer.index, shares)
    this.stage.credit(seller, "USDB", proceeds)
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
