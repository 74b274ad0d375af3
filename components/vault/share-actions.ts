import { vaultErrors } from "@/lib/errors/vault"
import { formatAmount } from "@/lib/format"
import { minAmountOut, type Quote, quoteBuy, quoteSell } from "@/lib/tokens/pool-math"
import { buyWrappedCall } from "@/lib/tokens/trade-calls"
import { WAD } from "@/lib/units"
import { lockCall, unwrapCall, wrapCall } from "@/lib/vault/calls"
import {
  leavesDust,
  MIN_WRAP,
  sellableShares,
  sharesCovering,
  toAssets,
  toShares,
  type VaultTotals,
} from "@/lib/vault/math"
import {
  type Action,
  type ActionContext,
  type ActionTrade,
  amountLine,
  type Blocker,
  findBalanceBlocker,
  incomplete,
  readAmount,
} from "./action"
import type { VaultHolder, VaultState } from "./vault-state"

/** The asset that a wallet pays or receives in exchange for shares. */
export type Asset = "TIDE" | "USDB"

/** Shares that are not locked. */
export const liquidShares = ({ shares, locked }: VaultHolder): bigint => shares - locked

/** Locked shares that are behind no pledge; none while a liquidation is not settled. */
export function freeShares({ locked, pledged, loan }: VaultHolder, { totals }: VaultState): bigint {
  if (loan?.isLiquidated) return 0n
  return locked - sharesCovering(pledged, totals)
}

/** Wraps TIDE, or USDB for which the router buys TIDE first. */
export function previewWrap(text: string, asset: Asset, context: ActionContext): Action {
  const typed = readAmount(text)
  const { state, contracts, slippage } = context
  const { totals, holder, route } = state
  if (typed.amount === null) return incomplete(`Wrap ${asset}`, typed.blocker)
  const { amount } = typed
  const quote = asset === "USDB" ? quoteBuy(route, amount) : null
  const tide = quote ? quote.amountOut : amount
  const trade = quote && toTrade(amount, quote, { slippage, unit: "TIDE" })
  const shares = toShares(tide, totals)
  const balance = asset === "USDB" ? holder?.balances.usdb : holder?.balances.tide
  const allowed = asset === "USDB" ? holder?.allowances.router : holder?.allowances.tide
  const remedy =
    asset === "USDB" ? "Get some at the faucet first." : "Buy TIDE first, or pay with USDB."
  const before = holder?.shares ?? null
  const after = (before ?? 0n) + shares
  return {
    blocker:
      findWrapBlocker(tide, asset) ??
      findBalanceBlocker(holder, { amount, balance: balance ?? 0n, unit: asset, remedy }),
    lines: [
      ...(quote ? [amountLine("TIDE bought", null, tide, "TIDE")] : []),
      amountLine("Your wTIDE", before, after, "wTIDE"),
      amountLine(
        "Worth",
        before === null ? null : toAssets(before, totals),
        toAssets(after, { assets: totals.assets + tide, shares: totals.shares + shares }),
        "TIDE",
      ),
    ],
    trade,
    terms: null,
    title: `Wrap ${formatAmount(amount)} ${asset}`,
    approves: allowed !== undefined && allowed < amount ? asset : null,
    request: {
      ...(trade
        ? buyWrappedCall(contracts, { amount, minimumOut: trade.minimumOut })
        : wrapCall(contracts, amount)),
      action: { action: "vault.wrap", amount: `${amount}`, payWith: trade ? "usdb" : "tide" },
    },
  }
}

function findWrapBlocker(tide: bigint, asset: Asset): Blocker | null {
  if (tide >= MIN_WRAP) return null
  const least = `At least ${formatAmount(MIN_WRAP)} TIDE can be wrapped.`
  const sentence = asset === "USDB" ? `${least} This buys ${formatAmount(tide)}.` : least
  return { kind: "input", sentence }
}

/** Unwraps liquid shares to TIDE, or to USDB: the vault sells the TIDE in the same transaction. */
export function previewUnwrap(text: string, asset: Asset, context: ActionContext): Action {
  const typed = readAmount(text)
  const { state, contracts, slippage } = context
  const { totals, holder, invested } = state
  if (typed.amount === null) return incomplete("Unwrap wTIDE", typed.blocker)
  const { amount } = typed
  const tide = toAssets(amount, totals)
  const trade =
    asset === "USDB"
      ? toTrade(tide, quoteSell({ ...invested, token: null }, tide), { slippage, unit: "USDB" })
      : null
  const received = trade ? trade.amountOut : tide
  const before = holder?.shares ?? null
  const balance = asset === "USDB" ? holder?.balances.usdb : holder?.balances.tide
  return {
    blocker:
      (received === 0n
        ? { kind: "input", sentence: "The amount is too small. Enter a larger amount." }
        : null) ??
      findShareBlocker(amount, holder) ??
      findDustBlocker(amount, totals),
    lines: [
      ...(trade ? [amountLine("TIDE sold", null, tide, "TIDE")] : []),
      amountLine("You receive", null, received, asset),
      amountLine("Your wTIDE", before, before === null ? 0n : positive(before - amount), "wTIDE"),
      amountLine(`Your ${asset}`, balance ?? null, (balance ?? 0n) + received, asset),
    ].filter(({ before: balance, label }) => balance !== null || !label.startsWith("Your ")),
    trade,
    terms: null,
    title: `Unwrap ${formatAmount(amount)} wTIDE`,
    approves: null,
    request: {
      call: unwrapCall(contracts, { shares: amount, minimumUsdb: trade?.minimumOut ?? null }),
      action: { action: "vault.unwrap", amount: `${amount}`, receive: trade ? "usdb" : "tide" },
    },
  }
}

function findShareBlocker(amount: bigint, holder: VaultHolder | null): Blocker | null {
  if (!holder) return null
  const balance = liquidShares(holder)
  const remedy =
    holder.locked > 0n
      ? `${formatAmount(holder.locked)} wTIDE are locked. Unlock shares first, or enter less.`
      : "Enter at most what you have."
  const unit = holder.locked > 0n ? "liquid wTIDE" : "wTIDE"
  return findBalanceBlocker(holder, { amount, balance, unit, remedy })
}

/** The vault buys no shares back when dust would stay in circulation. */
function findDustBlocker(amount: bigint, totals: VaultTotals): Blocker | null {
  if (!leavesDust(amount, totals)) return null
  const { sentence, remedy, exactRemedy } = vaultErrors.TooFewSharesLeft
  return { kind: "state", sentence, remedy: exactRemedy([sellableShares(totals)]) ?? remedy }
}

export type LockDirection = "lock" | "unlock"

/** Locks liquid shares, or unlocks shares that are not pledged. */
export function previewLock(
  text: string,
  direction: LockDirection,
  context: ActionContext,
): Action {
  const isLock = direction === "lock"
  const typed = readAmount(text)
  const { state, contracts } = context
  const { totals, holder } = state
  const verb = isLock ? "Lock" : "Unlock"
  if (typed.amount === null) return incomplete(`${verb} wTIDE`, typed.blocker)
  const { amount } = typed
  const locked = holder?.locked ?? 0n
  const after = positive(isLock ? locked + amount : locked - amount)
  const toPledge = positive(toAssets(after, totals) - (holder?.pledged ?? 0n))
  return {
    blocker: isLock ? findShareBlocker(amount, holder) : findUnlockBlocker(amount, state),
    lines: [
      amountLine("Locked", holder && locked, after, "wTIDE"),
      ...(holder
        ? [amountLine("Liquid", liquidShares(holder), positive(holder.shares - after), "wTIDE")]
        : []),
      amountLine("Available to borrow against", holder?.available ?? null, toPledge, "TIDE"),
    ],
    trade: null,
    terms: null,
    title: `${verb} ${formatAmount(amount)} wTIDE`,
    approves: null,
    request: {
      call: lockCall(contracts, direction, amount),
      action: { action: `vault.${direction}`, amount: `${amount}` },
    },
  }
}

function findUnlockBlocker(amount: bigint, state: VaultState): Blocker | null {
  const { holder } = state
  if (!holder) return null
  if (holder.loan?.isLiquidated) {
    return {
      kind: "state",
      sentence: "Your loan was liquidated and is not settled.",
      remedy: "Settle it first: it frees what is left of your locked shares.",
    }
  }
  const remedy =
    holder.pledged > 0n
      ? "The other locked shares stand behind your loan. Repay it first, or enter less."
      : "Enter at most what you have locked."
  const balance = freeShares(holder, state)
  return findBalanceBlocker(holder, { amount, balance, unit: "locked wTIDE", remedy })
}

function toTrade(
  amountIn: bigint,
  quote: Quote,
  { slippage, unit }: { slippage: bigint; unit: string },
): ActionTrade {
  const { amountOut, tax, priceImpact } = quote
  return {
    amountIn,
    amountOut,
    tax,
    impact: (priceImpact * 10_000n + WAD - 1n) / WAD,
    minimumOut: minAmountOut(amountOut, slippage),
    unit,
  }
}

const positive = (value: bigint) => (value > 0n ? value : 0n)
