import { readContract } from "viem/actions"
import { z } from "zod"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Asset, PlanContext } from "@/lib/actions/plan"
import {
  listHops,
  listTokenWarnings,
  readTradedToken,
  tokenPrice,
} from "@/lib/actions/tokens/trade-plan"
import { INT_MAX } from "@/lib/api/wire"
import { encodeCall } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { formatAmount } from "@/lib/format"
import { measureImpact, quoteLeverage } from "@/lib/loans/leverage-math"
import { MAX_LOAN_DAYS } from "@/lib/loans/math"
import { leverageCall } from "@/lib/tokens/trade-calls"
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
  },
  plan: async ({ token, amount, days: count }, context) => {
    const days = BigInt(count)
    const traded = await readTradedToken(context, token)
    const usdb = usdbAsset(context)
    const quote = quoteLeverage(traded.route, amount, { days, now: context.time })
    const { position, loanFee, tradeTax } = quote
    const { symbol } = traded.asset
    const due = new Date(Number(position.liquidationTime) * 1_000).toISOString().slice(0, 10)
    const risk = `The position owes ${formatAmount(position.debt)} USDB, due on ${due}. What is not repaid by then is liquidated.`
    return {
      title: `Buy ${symbol} with leverage for ${formatAmount(amount)} USDB`,
      prepare: (minimumOut) => leverageCall(context.contracts, { token, amount, days, minimumOut }),
      assets: [usdb, await positionAsset(context, traded.asset)],
      bound: token,
      price: tokenPrice(token),
      impactBp: Number(measureImpact(traded.route, quote)),
      fees: [
        { kind: "trade", asset: usdb, amount: tradeTax },
        { kind: "loan", asset: usdb, amount: loanFee },
      ],
      route: listHops(context, traded, "buy"),
      warnings: [...listTokenWarnings(traded), { code: "LEVERAGE_RISK", message: risk }],
      effect: (flows) =>
        `You put in ${formatAmount(-(flows.get(usdb.id) ?? 0n))} USDB; the position holds ${formatAmount(flows.get(token) ?? 0n)} ${symbol} and owes ${formatAmount(position.debt)} USDB until ${due}.`,
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
