/**
 * Shares of the vault in the browser's and the server's integers: twin of `VaultShares.sol` and `VaultYield.sol`, equal
 * to them to the wei. Amounts have 18 decimals.
 */

import type { LoanRoute } from "@/lib/loans/math"
import { routeAfterBuy } from "@/lib/tokens/pool-math"
import { divideUp, WAD } from "@/lib/units"

/** Virtual shares and TIDE, which no wallet owns. */
const VIRTUAL = 10n ** 15n

/** Least TIDE to wrap: the contract's `minBuyAmount`. */
export const MIN_WRAP = WAD

/** TIDE without the yield that is not released yet, and all shares. */
export type VaultTotals = { assets: bigint; shares: bigint }

/** Shares for `assets` TIDE, rounded down. */
export const toShares = (assets: bigint, { assets: all, shares }: VaultTotals): bigint =>
  (assets * (shares + VIRTUAL)) / (all + VIRTUAL)

/** TIDE for `amount` shares, rounded down. */
export const toAssets = (amount: bigint, { assets, shares }: VaultTotals): bigint =>
  (amount * (assets + VIRTUAL)) / (shares + VIRTUAL)

/** Fewest shares that are worth at least `assets`: the amount that a pledge binds. */
export const sharesCovering = (assets: bigint, { assets: all, shares }: VaultTotals): bigint =>
  divideUp(assets * (shares + VIRTUAL), all + VIRTUAL)

/** Most shares that can be sold unless all are: what stays in circulation is worth the least that can be wrapped. */
export const sellableShares = (totals: VaultTotals): bigint => {
  const least = toShares(MIN_WRAP, totals)
  return totals.shares > least ? totals.shares - least : 0n
}

/** Whether the vault refuses to buy back that many shares, because dust would stay in circulation. */
export const leavesDust = (amount: bigint, totals: VaultTotals): boolean =>
  amount > sellableShares(totals) && amount < totals.shares

/** TIDE per share. */
export const sharePrice = (totals: VaultTotals): bigint => toAssets(WAD, totals)

/** Less USDB waits. */
export const MIN_INVESTMENT = 10n ** 15n
/** A purchase is at most this part of the pool's USDB side. */
const POOL_PARTS = 100n
const MAX_PURCHASES = 50

/**
 * The state after investing the waiting USDB: the route, and USDB that still waits. Every call of the vault invests
 * first.
 */
export function investPending(route: LoanRoute, pending: bigint) {
  let [after, left] = [route, pending]
  for (let n = 0; n < MAX_PURCHASES && left >= MIN_INVESTMENT; n++) {
    const most = after.tide.reserve1 / POOL_PARTS
    const part = left < most ? left : most
    after = { ...routeAfterBuy({ ...after, token: null }, part), token: route.token }
    left -= part
  }
  return { route: after, left }
}

/** Shares of a wallet whose cost is known, and the TIDE they cost. */
export type VaultEntry = { shares: bigint; cost: bigint; realised: bigint }

export type EntryChange =
  /** Shares that came in: wrapped, or sent by another wallet at their price of that time. */
  | { kind: "in"; shares: bigint; tide: bigint }
  /** Shares that were unwrapped for TIDE. */
  | { kind: "unwrap"; shares: bigint; tide: bigint }
  /** Shares sent away, or burned by a liquidation. */
  | { kind: "out"; shares: bigint }

/**
 * What the shares of a wallet have cost, at average cost, and what unwrapping has gained. The part of the cost that
 * leaves is rounded down, so that no gain is shown too high.
 */
export function computeEntry(changes: readonly EntryChange[]): VaultEntry {
  let [shares, cost, realised] = [0n, 0n, 0n]
  for (const change of changes) {
    if (change.kind === "in") {
      shares += change.shares
      cost += change.tide
      continue
    }
    const left = shares > change.shares ? shares - change.shares : 0n
    const costLeft = shares === 0n ? 0n : divideUp(cost * left, shares)
    if (change.kind === "unwrap") realised += change.tide - (cost - costLeft)
    shares = left
    cost = costLeft
  }
  return { shares, cost, realised }
}
