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
  /** Index of the 32-byte word that holds the amount; the first by default. */
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

/** The change of the wallet's amount of each asset: positive for a gain. */
export type Flows = ReadonlyMap<string, bigint>

/** An action of one wallet on one state, ready to be simulated. */
export type Plan = {
  /** The transaction in words: "Buy PALM for 10 USDB". */
  title: string
  /** Builds the call with its bound set to `minimum`; 0 for a quote. */
  prepare: (minimum: bigint) => PreparedCall
  /** Assets whose amount the action may change. */
  assets: readonly Asset[]
  /**
   * Assets that the wallet gives away or offers although its amount stays the same for now: shares of an order, a
   * schedule.
   */
  gives?: readonly { asset: Pick<Asset, "id" | "symbol" | "usdPrice">; amount: bigint }[]
  /** The amount that the action takes from the wallet, where it differs from the approval. */
  funds?: { token: Address; amount: bigint }
  /** The asset that `minimum` bounds; null when nothing is bound. */
  bound: string | null
  /** Another asset that is bound: its least amount follows from `minimum`. */
  boundToo?: { asset: string; least: (minimum: bigint) => bigint }
  /** A price that the action moves, read before and after it; 18 decimals. */
  price?: { call: ContractCall; decode: (data: `0x${string}`) => bigint }
  /** Basis points by which the action itself worsens its price, fees aside; rounded up. */
  impactBp?: number
  /** Known beforehand, or computed from the flows of the trial. */
  fees?: readonly PlannedFee[] | ((flows: Flows) => readonly PlannedFee[])
  route?: readonly Hop[]
  warnings?: readonly Warning[]
  /** Obstacles known without a simulation, with a better reason than the revert gives. */
  blockers?: readonly Blocker[]
  /**
   * Views that the action exists to change, where the wallet's amounts may stay the same. An action that changes
   * neither an amount nor one of these views is blocked: it would only cost gas.
   */
  changes?: readonly ContractCall[]
  /** Why it changes nothing, where that can be said. */
  idle?: Pick<Blocker, "message" | "remedy">
  /** One sentence about what changes for the wallet. */
  effect: (flows: Flows) => string
}

/** The state and the wallet that an action is planned for. */
export type PlanContext = {
  client: StateClient
  contracts: PlatformContracts
  /** A placeholder address when no wallet is named. */
  wallet: Address
  hasWallet: boolean
  /** Unix seconds of the block that would hold the action. */
  time: bigint
  /** Basis points. */
  slippageBp: number
  /** Least amount that the wallet accepts, whatever the slippage allows. */
  minOut: bigint
}
