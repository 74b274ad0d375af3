import type { Address } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { WAD } from "@/lib/units"
import { type MarketKey, marketTransactions, type Transaction } from "./transactions"

/** Addresses of the names in a call. */
export type AddressDirectory = {
  book: AddressBook
  wallet: (index: number) => Address
  /** Address of USDB, TIDE or a launched token. */
  token: (symbol: string) => Address
}

/** A market by what the directory calls its token. */
export type MarketRef = { symbol: string; isPrivate: boolean }

/** What a market is opened with. */
export type Question = MarketRef & {
  name: string
  options: readonly string[]
  /** Only admitted wallets buy. */
  isEvent: boolean
  /** Whole USDB. */
  seed: number
}

type MarketCallBase = { market: MarketRef }

type OutcomeCall = MarketCallBase & {
  kind: "propose" | "dispute" | "vote" | "veto" | "decide"
  outcome: number
}
type ResolutionCall = MarketCallBase & {
  kind: "finalizeUncontested" | "finalize" | "redeem" | "claimBounty"
}
type EarlyClaim = MarketCallBase & { kind: "claimEarlyBounty"; round: bigint }

export type MarketCall =
  | { kind: "openMarket"; question: Question; endTime: number }
  | (MarketCallBase & {
      kind: "buyShares"
      outcome: number
      input: string
      amount: bigint
      minUsdc: bigint
      minShares: bigint
    })
  | (MarketCallBase & { kind: "listShares"; outcome: number; amount: bigint; price: bigint })
  | (MarketCallBase & { kind: "cancelOrder"; order: bigint })
  | (MarketCallBase & { kind: "fillOrder"; order: bigint; amount: bigint })
  | (MarketCallBase & {
      kind: "sweepOrders"
      outcome: number
      orders: readonly bigint[]
      amount: bigint
      minShares: bigint
    })
  | (MarketCallBase & { kind: "donate"; amount: bigint; isBounty: boolean })
  | { kind: "stake"; symbol: string }
  | OutcomeCall
  | ResolutionCall
  | EarlyClaim
  | (MarketCallBase & { kind: "admitVoter"; wallet: number })
  | (MarketCallBase & { kind: "admitBuyers"; wallets: readonly number[] })

/** Twice what the calls use; `openMarket` needs more for each option. */
export const MARKET_GAS: Record<MarketCall["kind"], bigint> = {
  openMarket: 7_000_000n,
  buyShares: 1_300_000n,
  listShares: 450_000n,
  cancelOrder: 150_000n,
  fillOrder: 700_000n,
  sweepOrders: 1_800_000n,
  donate: 200_000n,
  stake: 300_000n,
  propose: 450_000n,
  dispute: 450_000n,
  vote: 700_000n,
  veto: 400_000n,
  decide: 1_500_000n,
  finalizeUncontested: 900_000n,
  finalize: 1_500_000n,
  redeem: 450_000n,
  claimBounty: 250_000n,
  claimEarlyBounty: 250_000n,
  admitVoter: 150_000n,
  admitBuyers: 600_000n,
}
const GAS_PER_OPTION = 150_000n

export function isMarketCall(call: { kind: string }): call is MarketCall {
  return call.kind in MARKET_GAS
}

export function gasOfMarketCall(call: MarketCall): bigint {
  if (call.kind !== "openMarket") return MARKET_GAS[call.kind]
  return MARKET_GAS.openMarket + GAS_PER_OPTION * BigInt(call.question.options.length)
}

export function encodeMarketCall(call: MarketCall, at: AddressDirectory): Transaction {
  const write = marketTransactions(at.book)
  if (call.kind === "stake") return write.stake(at.token(call.symbol))
  if (call.kind === "openMarket") {
    const { question, endTime } = call
    const seed = BigInt(question.seed) * WAD
    return write.open({ ...question, endTime: BigInt(endTime), seed })
  }
  const { symbol, isPrivate } = call.market
  const market = { token: at.token(symbol), isPrivate }
  switch (call.kind) {
    case "admitVoter":
      return write.manageVoter(market, at.wallet(call.wallet), true)
    case "admitBuyers":
      return write.admitBuyers(market, call.wallets.map(at.wallet), true)
    case "buyShares":
      return write.buy(market, { ...call, input: at.token(call.input) })
    case "sweepOrders":
      return write.sweep(market, call.orders, { ...call, input: at.token("USDB") })
    case "listShares":
      return write.list(market, call.outcome, call.amount, call.price)
    case "cancelOrder":
      return write.cancel(market, call.order)
    case "fillOrder":
      return write.fill(market, call.order, call.amount)
    case "donate":
      return write.donate(market, call.amount, call.isBounty)
    default:
      return encodeResolutionCall(call, market, write)
  }
}

function encodeResolutionCall(
  call: OutcomeCall | ResolutionCall | EarlyClaim,
  market: MarketKey,
  write: ReturnType<typeof marketTransactions>,
): Transaction {
  switch (call.kind) {
    case "finalizeUncontested":
    case "finalize":
    case "redeem":
    case "claimBounty":
      return write[call.kind](market)
    case "claimEarlyBounty":
      return write.claimEarlyBounty(market, call.round)
    default:
      return write[call.kind](market, call.outcome)
  }
}
