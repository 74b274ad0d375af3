import { type Address, decodeFunctionResult } from "viem"
import { readContract } from "viem/actions"
import { tokenAsset, usdbAsset } from "@/lib/actions/assets"
import type { Asset, Hop, Plan, PlanContext, PlannedFee, Warning } from "@/lib/actions/plan"
import { encodeCall } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { readLoanRoute } from "@/lib/loans/onchain"
import { getToken } from "@/lib/tokens/queries"
import { getSafetyFindings } from "@/lib/tokens/safety/queries"

/** The facts about a token that its trades are planned with. */
export type TradedToken = Awaited<ReturnType<typeof readTradedToken>>

/** A listed token with its pools, taxes and warnings. Throws TOKEN_NOT_FOUND. */
export async function readTradedToken(context: PlanContext, token: Address) {
  const { client, contracts, wallet } = context
  const isHub = token === contracts.mainToken
  if (!isHub) await getToken(token)
  const [route, surgeRate, asset, tide, findings] = await Promise.all([
    readLoanRoute(client, contracts, token, wallet),
    readContract(client, {
      address: contracts.taxes,
      abi: taxesAbi,
      functionName: "getCurrentSurgeTax",
      args: [token],
    }),
    tokenAsset(context, token),
    tokenAsset(context, contracts.mainToken),
    isHub ? [] : getSafetyFindings(token),
  ])
  return { address: token, isHub, route, surgeRate, asset, tide, findings }
}

/** The tax by its base and surge part. */
export function splitTradeTax(
  { route, surgeRate }: TradedToken,
  tax: bigint,
  asset: PlannedFee["asset"],
): PlannedFee[] {
  const { taxBasisPoints: total } = route
  const surge = total === 0n ? 0n : (tax * surgeRate) / total
  return [
    { kind: "trade", asset, amount: tax - surge },
    { kind: "surge", asset, amount: surge },
  ]
}

/** Surge tax and risks. */
export function listTokenWarnings({ surgeRate, findings }: TradedToken): Warning[] {
  const warnings: Warning[] = []
  if (surgeRate > 0n) {
    const message = `A surge tax of ${Number(surgeRate) / 100}% is added to every trade of this token now.`
    warnings.push({ code: "SURGE_TAX", message })
  }
  const risks = findings.filter(({ level }) => level === "danger" || level === "caution")
  return [
    ...warnings,
    ...risks.map(({ sentence }): Warning => ({ code: "TOKEN_RISK", message: sentence })),
  ]
}

/** The token's USD price before and after. */
export const tokenPrice = (token: Address): Plan["price"] => ({
  call: encodeCall(token, { abi: mainTokenAbi, functionName: "getUSDPrice", args: [] }),
  decode: (data) => decodeFunctionResult({ abi: mainTokenAbi, functionName: "getUSDPrice", data }),
})

/** USDB → TIDE (→ token), or the reverse. */
export function listHops(
  { contracts }: PlanContext,
  { address, isHub, asset }: Pick<TradedToken, "address" | "isHub" | "asset">,
  side: "buy" | "sell",
  last: "usdb" | "tide" = "usdb",
): Hop[] {
  const hub = { via: "pool", contract: contracts.mainToken } as const
  const own = { via: "pool", contract: address } as const
  if (side === "buy") {
    const first: Hop = { ...hub, from: "USDB", to: "TIDE" }
    return isHub ? [first] : [first, { ...own, from: "TIDE", to: asset.symbol }]
  }
  const out: Hop[] = last === "usdb" ? [{ ...hub, from: "TIDE", to: "USDB" }] : []
  return isHub ? out : [{ ...own, from: asset.symbol, to: "TIDE" }, ...out]
}

/** USDB, TIDE and the token, each once. */
export const tradeAssets = (context: PlanContext, { asset, tide }: TradedToken): Asset[] =>
  asset.id === tide.id ? [usdbAsset(context), tide] : [usdbAsset(context), tide, asset]
