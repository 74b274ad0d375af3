import { readContract } from "viem/actions"
import { z } from "zod"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Asset, PlanContext, Warning } from "@/lib/actions/plan"
import {
  listHops,
  listTokenWarnings,
  readTradedToken,
  tokenPrice,
} from "@/lib/actions/tokens/trade-plan"
import { encodeCall } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { formatAmount, formatPercent } from "@/lib/format"
import { INT_MAX } from "@/lib/http/wire"
import { type MixedQuote, measureImpact, NOTABLE_FEES, quoteMixed } from "@/lib/loans/leverage-math"
import { MAX_LOAN_DAYS } from "@/lib/loans/math"
import { leverageCall } from "@/lib/tokens/trade-calls"
import { divideUp } from "@/lib/units"
import { percentageField, planSale } from "./change"
import { readLoan } from "./loan-plan"

/** `collateralAmount` in what `leverages` returns. */
const COLLATERAL_WORD = 2

export const openLeverage = defineAction({
  name: "leverage.open",
  summary: "Buy a token with borrowed USDB",
  fields: {
    token: addressInput,
    amount: positiveAmount.describe("USDB of your own"),
    days: z.int().min(1).max(Number(MAX_LOAN_DAYS)),
    percentage: z
      .int()
      .min(1)
      .max(100)
      .default(100)
      .describe("the part of the amount that is leveraged; the rest buys without"),
  },
  plan: async ({ token, amount, days: count, percentage: part }, context) => {
    const [days, percentage] = [BigInt(count), BigInt(part)]
    const traded = await readTradedToken(context, token)
    const usdb = usdbAsset(context)
    const quote = quoteMixed(traded.route, amount, { days, now: context.time, percentage })
    const { position, tokens, loanFee, tradeTax } = quote
    const held = await positionAsset(context, traded.asset)
    // With a part of the amount two assets of the same token come: one in the wallet, one in the position.
    const collateral = tokens === 0n ? held : { ...held, id: `${token}:position` }
    const minimumTokens = (minimum: bigint) =>
      position.collateral === 0n ? 0n : (minimum * tokens) / position.collateral
    const { symbol } = traded.asset
    const due = new Date(Number(position.liquidationTime) * 1_000).toISOString().slice(0, 10)
    const risk = `The position owes ${formatAmount(position.debt)} USDB, due on ${due}. What is not repaid by then is liquidated.`
    return {
      title: `Buy ${symbol} with leverage for ${formatAmount(amount)} USDB`,
      prepare: (minimumOut) =>
        leverageCall(context.contracts, {
          ...{ token, amount, days, percentage, minimumOut },
          minimumTokens: minimumTokens(minimumOut),
        }),
      assets: [usdb, collateral, ...(tokens === 0n ? [] : [traded.asset])],
      bound: collateral.id,
      ...(tokens > 0n && { boundToo: { asset: token, least: minimumTokens } }),
      price: tokenPrice(token),
      impactBp: Number(measureImpact(traded.route, quote)),
      fees: [
        { kind: "trade", asset: usdb, amount: tradeTax },
        { kind: "loan", asset: usdb, amount: loanFee },
      ],
      route: listHops(context, traded, "buy"),
      warnings: [
        ...listTokenWarnings(traded),
        { code: "LEVERAGE_RISK", message: risk },
        ...warnOfFees(quote),
      ],
      effect: (flows) => {
        const paid = formatAmount(-(flows.get(usdb.id) ?? 0n))
        const rest = flows.get(token) ?? 0n
        const beside =
          tokens === 0n ? "" : ` ${formatAmount(rest)} ${symbol} more are in your wallet.`
        return `You put in ${paid} USDB; the position holds ${formatAmount(flows.get(collateral.id) ?? 0n)} ${symbol} and owes ${formatAmount(position.debt)} USDB until ${due}.${beside}`
      },
    }
  },
})

export const closeLeverage = defineAction({
  name: "leverage.close",
  summary: "Sell a part of a leverage position, or all of it",
  fields: { loanId: z.int().min(1).max(INT_MAX), percentage: percentageField.default(100) },
  plan: async ({ loanId, percentage }, context) =>
    planSale(context, await readLoan(context, { source: "leverage", loanId }), percentage),
})

/** Fees are also paid for the debt: with much leverage they take most of the payment. */
function warnOfFees({ spent, loanFee, tradeTax }: MixedQuote): Warning[] {
  const share = spent === 0n ? 0n : divideUp((loanFee + tradeTax) * 10_000n, spent)
  if (share <= NOTABLE_FEES) return []
  const remedy = "A smaller `percentage`, or fewer days, costs less."
  const message = `Fees take ${formatPercent(share)} of what you put in. ${remedy}`
  return [{ code: "HIGH_FEES", message }]
}

/** The collateral of the wallet's next position. */
async function positionAsset(
  { client, contracts, wallet }: PlanContext,
  asset: Asset,
): Promise<Asset> {
  const at = { address: contracts.mainToken, abi: mainTokenAbi } as const
  const count = await readContract(client, {
    ...at,
    functionName: "leverageCount",
    args: [wallet],
  })
  const balance = encodeCall(contracts.mainToken, {
    abi: mainTokenAbi,
    functionName: "leverages",
    args: [wallet, count + 1n],
  })
  return { ...asset, balance, word: COLLATERAL_WORD }
}
