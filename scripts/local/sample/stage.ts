import { minimumOut, WAD } from "@/lib/tokens/math"
import type { Call, Spender } from "./calls"
import { type Player, STYLES } from "./cast"
import { Market } from "./market"
import { DAY_SECONDS } from "./rhythm"
import type { Launch } from "./story"

/** The wallet that deployed the exchange. */
export const OPERATOR = 0

/** One transaction of the history. */
export type Action = { at: number; from: number; call: Call }

/** What a visit to the faucet gives. */
export const FAUCET_AMOUNT = 100n * WAD
/** Goes with every further grant of the operator. */
const SPENDING_MONEY = 200n * WAD
const SLIPPAGE_BASIS_POINTS = 100n

/** Who owns what while the history is written, and the transactions written so far. */
export class Stage {
  readonly market = new Market()
  readonly actions: Action[] = []
  private readonly cast: ReadonlyMap<string, Player>
  private readonly seats: ReadonlyMap<number, Player>
  private readonly balances = new Map<string, bigint>()
  private readonly approved = new Set<string>()
  private readonly claimed = new Map<number, number>()
  private readonly referred = new Set<number>()
  /** What whitelisted wallets may still spend on frozen tokens, USDB. */
  private readonly limits = new Map<string, Map<number, bigint>>()
  private readonly held = new Set<string>()
  private readonly rewards = new Map<string, { open: bigint; shares: Map<number, bigint> }>()

  constructor(cast: readonly Player[]) {
    this.cast = new Map(cast.map((player) => [player.name, player]))
    this.seats = new Map(cast.map((player) => [player.index, player]))
  }

  player(name: string): Player {
    const player = this.cast.get(name)
    if (!player) throw new Error(`Nobody is called ${name}`)
    return player
  }

  playerAt(index: number): Player {
    const player = this.seats.get(index)
    if (!player) throw new Error(`Nobody has wallet ${index}`)
    return player
  }

  act(at: number, from: number, call: Call) {
    this.actions.push({ at, from, call })
  }

  balance(player: Player, symbol: string): bigint {
    return this.balances.get(`${player.index}/${symbol}`) ?? 0n
  }

  /** USDB the player could spend on a token now, a visit to the faucet included. */
  purse(player: Player, symbol: string, at: number): bigint {
    const own = this.balance(player, "USDB")
    const reach = this.wantsFaucet(player, at) ? own + FAUCET_AMOUNT : own
    const limit = this.limits.get(symbol)
    if (!limit) return reach
    const left = limit.get(player.index) ?? 0n
    return left < reach ? left : reach
  }

  join(player: Player, at: number) {
    if (player.grant > 0) {
      const amount = BigInt(player.grant) * WAD
      this.act(at, OPERATOR, { kind: "mint", to: player.index, amount })
      this.credit(player, "USDB", amount)
    }
    if (STYLES[player.role].claimsBelow > 0) this.claim(player, at)
    if (player.referrer && !this.referred.has(player.index)) {
      const referrer = this.player(player.referrer).index
      this.act(at, player.index, { kind: "setReferrer", referrer })
    }
  }

  /** Visits the faucet, unless the last visit was less than a day ago. */
  claim(player: Player, at: number) {
    if (!this.mayClaim(player, at)) return
    const isFirst = !this.claimed.has(player.index)
    const referrer = isFirst && player.referrer ? this.player(player.referrer).index : null
    if (referrer !== null) this.referred.add(player.index)
    this.act(at, player.index, { kind: "faucet", referrer })
    this.claimed.set(player.index, at)
    this.credit(player, "USDB", FAUCET_AMOUNT)
  }

  launch(launch: Launch, at: number) {
    const { symbol, bonding, frozen } = launch
    this.act(at, this.player(launch.creator).index, { kind: "launch", launch })
    this.market.launch(launch)
    this.rewards.set(symbol, { open: BigInt(bonding) * WAD, shares: new Map() })
    if (frozen) this.limits.set(symbol, new Map())
  }

  whitelist(symbol: string, players: readonly Player[], limit: number) {
    const limits = this.limits.get(symbol)
    for (const { index } of players) limits?.set(index, BigInt(limit) * WAD)
  }

  /** From now on the player sells none of it. */
  holdOn(player: Player, symbol: string) {
    this.held.add(`${player.index}/${symbol}`)
  }

  holdsOn(player: Player, symbol: string) {
    return this.held.has(`${player.index}/${symbol}`)
  }

  /** Buys for the amount, or for what there is. */
  buyUpTo(player: Player, symbol: string, wanted: bigint, at: number) {
    const purse = this.purse(player, symbol, at)
    const amount = wanted > purse ? purse : wanted
    if (amount === 0n) return
    if (this.balance(player, "USDB") < amount) this.claim(player, at)
    this.approve(player, "USDB", "swap", at)
    const received = this.market.buy(symbol, amount, at)
    const minOut = minimumOut(received, SLIPPAGE_BASIS_POINTS)
    this.act(at, player.index, { kind: "buy", symbol, amount, minOut })
    this.credit(player, "USDB", -amount)
    this.credit(player, symbol, received)
    this.spendLimit(player, symbol, amount)
    this.grantShares(player, symbol, amount)
  }

  sell(player: Player, symbol: string, amount: bigint, at: number) {
    this.approve(player, symbol, "swap", at)
    const received = this.market.sell(symbol, amount, at)
    const minOut = minimumOut(received, SLIPPAGE_BASIS_POINTS)
    this.act(at, player.index, { kind: "sell", symbol, amount, minOut })
    this.credit(player, symbol, -amount)
    this.credit(player, "USDB", received)
  }

  /** The largest shareholder of a reward phase claims, and is not asked again. */
  claimRewards(symbol: string, at: number) {
    const shares = this.rewards.get(symbol)?.shares
    const [largest] = [...(shares ?? [])].sort(([, a], [, b]) => (a < b ? 1 : -1))
    if (!shares || !largest) return
    this.act(at, largest[0], { kind: "claimRewards", symbol })
    shares.delete(largest[0])
  }

  private wantsFaucet(player: Player, at: number) {
    const { claimsBelow } = STYLES[player.role]
    return this.balance(player, "USDB") < BigInt(claimsBelow) * WAD && this.mayClaim(player, at)
  }

  private mayClaim(player: Player, at: number) {
    const last = this.claimed.get(player.index)
    return last === undefined || at >= last + DAY_SECONDS
  }

  /** Lets a contract take the player's tokens, once. */
  approve(player: Player, symbol: string, spender: Spender, at: number) {
    const key = `${player.index}/${symbol}/${spender}`
    if (this.approved.has(key)) return
    this.approved.add(key)
    this.act(at, player.index, { kind: "approve", symbol, spender })
  }

  /** Takes an amount that a contract will collect; USDB that is missing is granted. */
  pay(player: Player, symbol: string, amount: bigint, spender: Spender, at: number) {
    if (symbol === "USDB" && this.balance(player, symbol) < amount) this.claim(player, at)
    if (symbol === "USDB" && this.balance(player, symbol) < amount) {
      const grant = 3n * amount + SPENDING_MONEY
      this.act(at, OPERATOR, { kind: "mint", to: player.index, amount: grant })
      this.credit(player, symbol, grant)
    }
    this.approve(player, symbol, spender, at)
    this.credit(player, symbol, -amount)
  }

  credit(player: Player, symbol: string, amount: bigint) {
    const after = this.balance(player, symbol) + amount
    if (after < 0n) throw new Error(`${player.name} has too little ${symbol}`)
    this.balances.set(`${player.index}/${symbol}`, after)
  }

  private spendLimit(player: Player, symbol: string, amount: bigint) {
    const limits = this.limits.get(symbol)
    limits?.set(player.index, (limits.get(player.index) ?? 0n) - amount)
  }

  private grantShares(player: Player, symbol: string, amount: bigint) {
    const phase = this.rewards.get(symbol)
    if (!phase || phase.open <= 0n) return
    phase.open -= amount
    phase.shares.set(player.index, (phase.shares.get(player.index) ?? 0n) + amount)
  }
}
