import type { Address } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import type { ContractCall, PreparedCall } from "@/lib/chain/call"
import type { StateClient } from "./simulation/state"

/** Something that a wallet has an amount of: a token, or the shares of an outcome. Amounts have 18 decimals. */
export type Asset = {
  /** The token's address, or `<market>:<outcomeId>`. */
  id: string
  symbol: string
  /** A call that returns the wallet's amount, among other words perhaps. */
  balance: ContractCall
  /** Which word of 32 bytes of the answer is the amount; the first by default. */
  word?: number
  /** USD for one unit before the action, 18 decimals. */
  usdPrice: bigint
}

/** A fee in base units of its asset. */
export type PlannedFee = {
  kind: FeeKind
  asset: Pick<Asset, "id" | "symbol" | "usdPrice">
  amount: bigint
}

export const feeKinds = ["trade", "surge", "loan", "extension", "creation"] as const
export type FeeKind = (typeof feeKinds)[number]

/** A step of a trade: through a pool, the order book, or another contract. */
export type Hop = {
  via: "pool" | "orders" | "contract"
  contract: string
  from: string
  to: string
}

export const warningCodes = [
  "HIGH_IMPACT",
  "HIGH_SLIPPAGE",
  "SURGE_TAX",
  "TOKEN_RISK",
  "MARKET_ENDING",
  "DECIDED_BY_FEW",
  "NOTHING_TO_WIN",
  "LEVERAGE_RISK",
  "TINY_AMOUNT",
  "UNKNOWN_FIELD",
  "GIVES_AWAY",
  "HIGH_FEES",
] as const
export type WarningCode = (typeof warningCodes)[number]
export type Warning = { code: WarningCode; message: string }

/** Why an action cannot be done now. */
export type Blocker = { code: string; message: string; remedy: string }

/** What the wallet has more of (positive) or less of after the action, by asset. */
export type Flows = ReadonlyMap<string, bigint>

/** An action of one wallet on one state, ready to be simulated. */
export type Plan = {
  /** "Buy PALM for 10 USDB": what the transaction does. */
  title: string
  /** The call that gives at least `minimum` of what it is bound to; 0 for a quote. */
  prepare: (minimum: bigint) => PreparedCall
  /** What the wallet may have more or less of afterwards. */
  assets: readonly Asset[]
  /** What it gives away, or offers, without the wallet having less of it now: shares of an order, a schedule. */
  gives?: readonly { asset: Pick<Asset, "id" | "symbol" | "usdPrice">; amount: bigint }[]
  /** What the action takes from the wallet, where that is not what it is approved. */
  funds?: { token: Address; amount: bigint }
  /** The asset that `minimum` bounds; null when nothing is bound. */
  bound: string | null
  /** Another asset that is bound: its least amount follows from `minimum`. */
  boundToo?: { asset: string; least: (minimum: bigint) => bigint }
  /** A price that the action moves, read before and after it; 18 decimals. */
  price?: { call: ContractCall; decode: (data: `0x${string}`) => bigint }
  /** Basis points by which the action itself worsens its price, fees aside; rounded up. */
  impactBp?: number
  /** Known before, or of what the trial has done. */
  fees?: readonly PlannedFee[] | ((flows: Flows) => readonly PlannedFee[])
  route?: readonly Hop[]
  warnings?: readonly Warning[]
  /** What is known to be in the way without a simulation, and better than the reason of its revert. */
  blockers?: readonly Blocker[]
  /**
   * Views that the action is there to change, where the wallet's amounts may stay what they are. An action after which
   * neither an amount nor one of these differs is blocked: it would only cost gas.
   */
  changes?: readonly ContractCall[]
  /** Why it changes nothing, where that can be said. */
  idle?: Pick<Blocker, "message" | "remedy">
  /** One sentence about what changes for the wallet. */
  effect: (flows: Flows) => string
}

/** What an action is planned on. */
export type PlanContext = {
  client: StateClient
  contracts: PlatformContracts
  /** A stand-in when nobody is named. */
  wallet: Address
  hasWallet: boolean
  /** Unix seconds of the block that would hold the action. */
  time: bigint
  /** Basis points. */
  slippageBp: number
  /** Least amount that the wallet accepts of what is received, whatever the slippage allows. */
  minOut: bigint
}
