import { type Address, decodeFunctionResult, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { z } from "zod"
import { addressInput } from "@/lib/actions/action"
import { sharesAsset, usdbAsset } from "@/lib/actions/assets"
import type { Asset, Plan, PlanContext, Warning } from "@/lib/actions/plan"
import { encodeCall } from "@/lib/chain/call"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { invalid, notFound } from "@/lib/http/errors"
import { findMarket } from "@/lib/markets/list-queries"
import { computePoolClosesAt } from "@/lib/markets/status"
import type { TradedMarket } from "@/lib/markets/trading-calls"
import { WAD } from "@/lib/units"

/** Seconds before its end in which a market counts as ending. */
const ENDING_SECONDS = 600

export const marketField = addressInput.describe("token of the market")
export const outcomeField = z.int().min(0).max(254).describe("254 INVALID, 253 EARLY where allowed")
export const optionField = z.int().min(0).max(149)

/** A market with the contract that trades it. */
export type PlannedMarket = Awaited<ReturnType<typeof readMarket>>

/** A market as indexed. Throws MARKET_NOT_FOUND. */
export async function readMarket({ contracts }: PlanContext, market: Address) {
  const row = await findMarket(market)
  if (!row) throw notFound("MARKET_NOT_FOUND")
  const trading = row.kind === "public" ? contracts.marketTrading : contracts.privateMarket
  const resolver = row.kind === "public" ? contracts.resolver : contracts.privateMarket
  return { ...row, traded: { trading, market } satisfies TradedMarket, resolver }
}

/** The name of an outcome; 400 for an id that the market does not have. */
export function nameOutcome({ options }: PlannedMarket, outcome: number): string {
  const name = options[outcome]
  if (name === undefined) throw invalid("outcomeId", `must be 0 to ${options.length - 1}`)
  return name
}

/** Reserves and shares of all outcomes. */
export async function readOutcomes({ client, contracts }: PlanContext, { traded }: PlannedMarket) {
  const outcomes = await readContract(client, {
    address: contracts.reader,
    abi: marketReaderAbi,
    functionName: "getAllOutcomes",
    args: [traded.trading, traded.market],
  })
  const total = outcomes.reduce((sum, { virtualReserve }) => sum + virtualReserve, 0n)
  return outcomes.map(({ virtualReserve, circulatingShares, probability }) => ({
    reserve: virtualReserve,
    total,
    circulating: circulatingShares,
    probability: total === 0n ? probability : (virtualReserve * WAD) / total,
  }))
}

/** USDB, and the shares of an outcome at its price. */
export async function marketAssets(
  context: PlanContext,
  market: PlannedMarket,
  outcome: number,
): Promise<{ usdb: Asset; shares: Asset }> {
  const outcomes = await readOutcomes(context, market)
  return {
    usdb: usdbAsset(context),
    shares: sharesAsset(context, {
      ...market.traded,
      outcome,
      name: nameOutcome(market, outcome),
      price: outcomes[outcome]?.probability ?? 0n,
    }),
  }
}

/** The probability of an outcome, which is the price of its next share. */
export const outcomePrice = (
  { contracts }: PlanContext,
  { traded }: PlannedMarket,
  outcome: number,
): Plan["price"] => ({
  call: encodeCall(contracts.reader, {
    abi: marketReaderAbi,
    functionName: "getAllOutcomes",
    args: [traded.trading, traded.market],
  }),
  decode: (data) => {
    const outcomes = decodeFunctionResult({
      abi: marketReaderAbi,
      functionName: "getAllOutcomes",
      data,
    })
    const total = outcomes.reduce((sum, { virtualReserve }) => sum + virtualReserve, 0n)
    const reserve = outcomes[outcome]?.virtualReserve ?? 0n
    return total === 0n ? 0n : (reserve * WAD) / total
  },
})

/** Warns of a market that ends soon or has ended, or that few wallets decide. */
export function listMarketWarnings(market: PlannedMarket, time: bigint): Warning[] {
  const warnings: Warning[] = []
  const closesAt = computePoolClosesAt(market)
  const left = closesAt ? closesAt.getTime() / 1_000 - Number(time) : null
  if (left !== null && left <= ENDING_SECONDS) {
    const message =
      left > 0
        ? `This market ends in ${Math.ceil(left / 60)} minutes.`
        : "This market has ended. Its result may already be known."
    warnings.push({ code: "MARKET_ENDING", message })
  }
  if (market.kind === "private") {
    const message = "The voters that the creator has chosen decide this market."
    warnings.push({ code: "DECIDED_BY_FEW", message })
  }
  return warnings
}

/** The contract's record of an order. */
export async function readOrder(
  { client }: PlanContext,
  { traded }: PlannedMarket,
  orderId: bigint,
) {
  const [seller, outcome, amount, , price, isActive] = await readContract(client, {
    address: traded.trading,
    abi: marketTradingAbi,
    functionName: "marketOrders",
    args: [traded.market, orderId],
  })
  const exists = seller !== zeroAddress
  return {
    orderId: Number(orderId),
    exists,
    seller,
    outcome,
    amount: isActive ? amount : 0n,
    price,
  }
}
