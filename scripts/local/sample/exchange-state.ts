import { minAmountOut } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { type Actor, TRADING_STYLES } from "./actors"
import type { Call, Spender } from "./calls"
import type { Launch } from "./timeline"
import { TokenPools } from "./token-pools"
import { DAY_SECONDS } from "./trade-times"

/** The wallet that deployed the exchange. */
export const OPERATOR = 0

/** One transaction of the history. */
export type Action = { at: number; from: number; call: Call }

/** What a visit to the faucet gives. */
export const FAUCET_AMOUNT = 100n * WAD
/** Goes with every further grant of the operator. */
const EXTRA_GRANT = 200n * WAD
const SLIPPAGE_BASIS_POINTS = 100n

/** Who owns what while the history is written, and the transactions written so far. */
export class ExchangeState {
  readonly pools = new TokenPools()
  readonly actions: Action[] = []
  private readonly actors: ReadonlyMap<string, Actor>
  private readonly actorsByIndex: ReadonlyMap<number, Actor>
  private readonly balances = new Map<string, bigint>()
  private readonly approvals = new Set<string>()
  private readonly lastClaims = new Map<number, number>()
  private readonly referredWallets = new Set<number>()
  /** What whitelisted wallets may still spend on frozen tokens, USDB. */
  private readonly limits = new Map<string, Map<number, bigint>>()
  private readonly neverSold = new Set<string>()
  private readonly rewards = new Map<string, { open: bigint; shares: Map<number, bigint> }>()

  constructor(cast: readonly Actor[]) {
    this.actors = new Map(cast.map((actor) => [actor.name, actor]))
    this.actorsByIndex = new Map(cast.map((player) => [player.index, player]))
  }

  player(name: string): Actor {
    const player = this.actors.get(name)
    if (!player) throw new Error(`Nobody is called ${name}`)
    return player
  }

  actorAt(index: number): Actor {
    const player = this.actorsByIndex.get(index)
    if (!player) throw new Error(`Nobody has wallet ${index}`)
    return player
  }

  addAction(at: number, from: number, call: Call) {
    this.actions.push({ at, from, call })
  }

  balance(player: Actor, symbol: string): bigint {
    return this.balances.get(`${player.index}/${symbol}`) ?? 0n
  }

  /** USDB the player could spend on a token now, a visit to the faucet included. */
  spendableUsdb(player: Actor, symbol: string, at: number): bigint {
    const own = this.balance(player, "USDB")
    const reach = this.wantsFaucet(player, at) ? own + FAUCET_AMOUNT : own
    const limit = this.limits.get(symbol)
    if (!limit) return reach
    const left = limit.get(player.index) ?? 0n
    return left < reach ? left : reach
  }

  join(player: Actor, at: number) {
    if (player.grant > 0) {
      const amount = BigInt(player.grant) * WAD
      this.addAction(at, OPERATOR, { kind: "mint", to: player.index, amount })
      this.credit(player, "USDB", amount)
    }
    if (TRADING_STYLES[player.role].claimsBelow > 0) this.claim(player, at)
    if (player.referrer && !this.referredWallets.has(player.index)) {
      const referrer = this.player(player.referrer).index
      this.addAction(at, player.index, { kind: "setReferrer", referrer })
    }
  }

  /** Visits the faucet, unless the last visit was less than a day ago. */
  claim(player: Actor, at: number) {
    if (!this.mayClaim(player, at)) return
    const isFirst = !this.lastClaims.has(player.index)
    const referrer = isFirst && player.referrer ? this.player(player.referrer).index : null
    if (referrer !== null) this.referredWallets.add(player.index)
    this.addAction(at, player.index, { kind: "faucet", referrer })
    this.lastClaims.set(player.index, at)
    this.credit(player, "USDB", FAUCET_AMOUNT)
  }

  launch(launch: Launch, at: number) {
    const { symbol, bonding, frozen } = launch
    this.addAction(at, this.player(launch.creator).index, { kind: "launch", launch })
    this.pools.launch(launch)
    this.rewards.set(symbol, { open: BigInt(bonding) * WAD, shares: new Map() })
    if (frozen) this.limits.set(symbol, new Map())
  }

  whitelist(symbol: string, players: readonly Actor[], limit: number) {
    const limits = this.limits.get(symbol)
    for (const { index } of players) limits?.set(index, BigInt(limit) * WAD)
  }

  /** From now on the player sells none of it. */
  markNeverSold(player: Actor, symbol: string) {
    this.neverSold.add(`${player.index}/${symbol}`)
  }

  isNeverSold(player: Actor, symbol: string) {
    return this.neverSold.has(`${player.index}/${symbol}`)
  }

  /** Buys for the amount, or for what there is. */
  buyUpTo(player: Actor, symbol: string, wanted: bigint, at: number) {
    const purse = this.spendableUsdb(player, symbol, at)
    const amount = wanted > purse ? purse : wanted
    if (amount === 0n) return
    if (this.balance(player, "USDB") < amount) this.claim(player, at)
    this.approve(player, "USDB", "swap", at)
    const received = this.pools.buy(symbol, amount, at)
    const minOut = minAmountOut(received, SLIPPAGE_BASIS_POINTS)
    this.addAction(at, player.index, { kind: "buy", symbol, amount, minOut })
    this.credit(player, "USDB", -amount)
    this.credit(player, symbol, received)
    this.spendLimit(player, symbol, amount)
    this.grantShares(player, symbol, amount)
  }

  sell(player: Actor, symbol: string, amount: bigint, at: number) {
    this.approve(player, symbol, "swap", at)
    const received = this.pools.sell(symbol, amount, at)
    const minOut = minAmountOut(received, SLIPPAGE_BASIS_POINTS)
    this.addAction(at, player.index, { kind: "sell", symbol, amount, minOut })
    this.credit(player, symbol, -amount)
    this.credit(player, "USDB", received)
  }

  /** The largest shareholder of a reward phase claims, and is not asked again. */
  claimRewards(symbol: string, at: number) {
    const shares = this.rewards.get(symbol)?.shares
    const [largest] = [...(shares ?? [])].sort(([, a], [, b]) => (a < b ? 1 : -1))
    if (!shares || !largest) return
    this.addAction(at, largest[0], { kind: "claimRewards", symbol })
    shares.delete(largest[0])
  }

  private wantsFaucet(player: Actor, at: number) {
    const { claimsBelow } = TRADING_STYLES[player.role]
    return this.balance(player, "USDB") < BigInt(claimsBelow) * WAD && this.mayClaim(player, at)
  }

  private mayClaim(player: Actor, at: number) {
    const last = this.lastClaims.get(player.index)
    return last === undefined || at >= last + DAY_SECONDS
  }

  /** Lets a contract take the player's tokens, once. */
  approve(player: Actor, symbol: string, spender: Spender, at: number) {
    const key = `${player.index}/${symbol}/${spender}`
    if (this.approvals.has(key)) return
    this.approvals.add(key)
    this.addAction(at, player.index, { kind: "approve", symbol, spender })
  }

  /** Takes an amount that a contract will collect; USDB that is missing is granted. */
  pay(player: Actor, symbol: string, amount: bigint, spender: Spender, at: number) {
    if (symbol === "USDB" && this.balance(player, symbol) < amount) this.claim(player, at)
    if (symbol === "USDB" && this.balance(player, symbol) < amount) {
      const grant = 3n * amount + EXTRA_GRANT
      this.addAction(at, OPERATOR, { kind: "mint", to: player.index, amount: grant })
      this.credit(player, symbol, grant)
    }
    this.approve(player, symbol, spender, at)
    this.credit(player, symbol, -amount)
  }

  credit(player: Actor, symbol: string, amount: bigint) {
    const after = this.balance(player, symbol) + amount
    if (after < 0n) throw new Error(`${player.name} has too little ${symbol}`)
    this.balances.set(`${player.index}/${symbol}`, after)
  }

  private spendLimit(player: Actor, symbol: string, amount: bigint) {
    const limits = this.limits.get(symbol)
    limits?.set(player.index, (limits.get(player.index) ?? 0n) - amount)
  }

  private grantShares(player: Actor, symbol: string, amount: bigint) {
    const phase = this.rewards.get(symbol)
    if (!phase || phase.open <= 0n) return
    phase.open -= amount
    phase.shares.set(player.index, (phase.shares.get(player.index) ?? 0n) + amount)
  }
}
