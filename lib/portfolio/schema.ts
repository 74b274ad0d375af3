import type { MarketPositions } from "@/lib/markets/positions/queries"
import type { MarketCard } from "@/lib/markets/schema"
import type { Asset as RoundAsset } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import type { WalletTotals } from "@/lib/updown/wallet-totals"
import type { Bond } from "./bonds"
import type { OpenLoan } from "./loan-steps"
import type { BetEntry, MarketEntryKind, TransactionKind } from "./math"
import type { KeptTokensLabel } from "./transactions"

export const netWorthRanges = ["1d", "1w", "1m", "all"] as const
export type NetWorthRange = (typeof netWorthRanges)[number]

export const holdingSorts = [
  "value",
  "name",
  "quantity",
  "cost",
  "unrealised",
  "realised",
  "change",
] as const
export type HoldingSort = (typeof holdingSorts)[number]

export type PricedToken = {
  token: string
  name: string
  symbol: string
  image: string | null
  /** USD, 18 decimals; null before the first Sync row. */
  priceUsd: bigint | null
  /** Price change over 24 hours, in basis points. */
  dayChange: bigint | null
  /** Shares of the vault have no page as a token. */
  isVaultShare?: boolean
}

/** One asset of a wallet. USD values have 18 decimals; `cost` and the results are null when the history is too long. */
export type Asset = PricedToken & {
  quantity: bigint
  /** Parts of the quantity: staked to vote, */
  staked: bigint
  /** collateral of loans and leverage positions, with what liquidations have left to claim, */
  pledged: bigint
  /** in vesting schedules and counted as the wallet's (`vesting-steps.ts`), */
  vesting: bigint
  /** shares locked in the vault. */
  locked: bigint
  valueUsd: bigint | null
  cost: bigint | null
  unrealised: bigint | null
  realised: bigint | null
}

/** An asset the wallet has sold completely, with its totals. */
export type ClosedAsset = PricedToken & { spent: bigint; proceeds: bigint; realised: bigint }

/** A market whose shares are sold, redeemed or lost, with their totals. */
export type ClosedMarket = { market: MarketCard; spent: bigint; proceeds: bigint; realised: bigint }

/** Payments of the platform: the faucet, rewards of buyers, the creator's part of taxes. */
export const activitySources = ["faucet", "reward", "tax"] as const
export type ActivitySource = (typeof activitySources)[number]

export type ActivityEntry = {
  /** Id of the transaction's row. */
  id: string
  txHash: string
  time: Date
  kind:
    | TransactionKind
    | MarketEntryKind
    | BetEntry["kind"]
    | ActivitySource
    | KeptTokensLabel
    | "staked"
    | "unstaked"
  /** The prediction market of the transaction. */
  market: { address: string; name: string } | null
  /** The price rounds of its bets or payouts. */
  rounds: BetRound[]
  /** Signed balance changes, with USDB and outcome shares. */
  moves: { token: string; symbol: string; amount: bigint }[]
  realised: bigint
}

/** A round as its bets name it; null where the index does not know the side. */
export type BetRound = { asset: RoundAsset; tf: number; roundId: number; side: Side | null }

export type NetWorthPoint = { time: Date; worth: bigint; contributed: bigint }

/** A loan with the symbol of its collateral. */
export type LoanView = OpenLoan & { symbol: string; collateralUsd: bigint | null }

export type PortfolioView = {
  cash: bigint
  assets: Asset[]
  closed: ClosedAsset[]
  /** Shares of prediction markets, with those that can be redeemed. */
  markets: MarketPositions[]
  closedMarkets: ClosedMarket[]
  /** Open bonds. */
  bonds: Bond[]
  /** Value of those shares and bonds in USDB. */
  marketWorth: bigint
  /** Bets in price rounds. */
  rounds: WalletTotals
  /** Stakes of open bets and claims of decided ones, in USDB. */
  roundWorth: bigint
  /** Loans and leverage positions with a debt or something to claim, the next to expire first. */
  loans: LoanView[]
  /** USDB owed on loans. */
  debt: bigint
  /** Tokens of schedules that do not count yet: their creator may name another beneficiary. */
  unvested: { token: string; symbol: string; amount: bigint }[]
  /** Cash, assets, shares, bonds and bets together, less debts. */
  worth: bigint
  realised: bigint | null
  unrealised: bigint | null
  contributed: bigint | null
  points: NetWorthPoint[]
}
