import type { Address } from "viem"
import { readContract } from "viem/actions"
import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { tokenAsset, usdbAsset, vaultAsset } from "@/lib/actions/assets"
import type { Asset, Plan, PlanContext } from "@/lib/actions/plan"
import { encodeCall } from "@/lib/chain/call"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { formatAmount } from "@/lib/format"
import { readLoanRoute } from "@/lib/loans/onchain"
import { type Quote, quoteBuy, quoteSell } from "@/lib/tokens/pool-math"
import { buyWrappedCall } from "@/lib/tokens/trade-calls"
import { divideUp, WAD } from "@/lib/units"
import { lockCall, unwrapCall, wrapCall } from "@/lib/vault/calls"
import { investPending, toAssets } from "@/lib/vault/math"

const assetField = z.enum(["tide", "usdb"]).default("tide")

export const wrapTide = defineAction({
  name: "vault.wrap",
  summary: "Wrap TIDE, or USDB for which TIDE is bought first",
  fields: { amount: positiveAmount, payWith: assetField },
  plan: async ({ amount, payWith }, context) => {
    const { contracts } = context
    const { usdb, tide, shares } = await readAssets(context)
    const paid = payWith === "usdb" ? usdb : tide
    const purchase =
      payWith === "usdb" ? quoteBuy(await readRoute(context, context.wallet), amount) : null
    return {
      ...describeTrade(purchase, usdb),
      title: `Wrap ${formatAmount(amount)} ${paid.symbol}`,
      // The router bounds the TIDE that it buys, not the shares: a share is worth at least one TIDE.
      prepare: (minimum) => {
        if (payWith === "tide") return wrapCall(contracts, amount)
        const least = (minimum * shares.usdPrice) / tide.usdPrice
        return buyWrappedCall(contracts, { amount, minimumOut: least > minimum ? least : minimum })
      },
      assets: [usdb, tide, shares],
      bound: payWith === "usdb" ? shares.id : null,
      effect: (flows) =>
        `You pay ${formatAmount(amount)} ${paid.symbol} and receive ${formatAmount(flows.get(shares.id) ?? 0n)} wTIDE.`,
    }
  },
})

export const unwrapTide = defineAction({
  name: "vault.unwrap",
  summary: "Unwrap shares to TIDE, or to USDB",
  fields: { amount: positiveAmount.describe("shares"), receive: assetField },
  plan: async ({ amount, receive }, context) => {
    const { contracts } = context
    const { usdb, tide, shares } = await readAssets(context)
    const received = receive === "usdb" ? usdb : tide
    const sale = receive === "usdb" ? await quoteUnwrapping(context, amount) : null
    return {
      ...describeTrade(sale, usdb),
      title: `Unwrap ${formatAmount(amount)} wTIDE`,
      prepare: (minimum) => ({
        call: unwrapCall(contracts, {
          shares: amount,
          minimumUsdb: receive === "usdb" ? minimum : null,
        }),
      }),
      assets: [usdb, tide, shares],
      funds: { token: contracts.vault, amount },
      bound: receive === "usdb" ? usdb.id : null,
      effect: (flows) =>
        `You receive ${formatAmount(flows.get(received.id) ?? 0n)} ${received.symbol} for ${formatAmount(amount)} wTIDE.`,
    }
  },
})

const lockAction = <D extends "lock" | "unlock">(direction: D) =>
  defineAction({
    name: `vault.${direction}`,
    summary:
      direction === "lock"
        ? "Lock shares, so that they can be borrowed against"
        : "Unlock shares that stand behind no loan",
    fields: { amount: positiveAmount.describe("shares") },
    plan: async ({ amount }, { contracts, wallet }): Promise<Plan> => ({
      title: `${direction === "lock" ? "Lock" : "Unlock"} ${formatAmount(amount)} wTIDE`,
      prepare: () => ({ call: lockCall(contracts, direction, amount) }),
      assets: [],
      changes: [
        encodeCall(contracts.vault, {
          abi: stakingVaultAbi,
          functionName: "userVaults",
          args: [wallet],
        }),
      ],
      bound: null,
      effect: () =>
        direction === "lock"
          ? `${formatAmount(amount)} wTIDE are locked: they earn as before and can be borrowed against.`
          : `${formatAmount(amount)} wTIDE can be unwrapped or transferred again.`,
    }),
  })

export const lockShares = lockAction("lock")
export const unlockShares = lockAction("unlock")

/** TIDE's pool, with the tax that the trader pays. */
const readRoute = ({ client, contracts }: PlanContext, trader: Address) =>
  readLoanRoute(client, contracts, contracts.mainToken, trader)

/** The vault's sale of what shares are worth, after it has invested what waits. */
async function quoteUnwrapping(context: PlanContext, amount: bigint): Promise<Quote> {
  const { client, contracts, wallet } = context
  const at = { address: contracts.vault, abi: stakingVaultAbi } as const
  const [route, pending, assets, shares] = await Promise.all([
    readRoute(context, wallet),
    readContract(client, { ...at, functionName: "pendingYield" }),
    readContract(client, { ...at, functionName: "totalAssets" }),
    readContract(client, { ...at, functionName: "totalSupply" }),
  ])
  return quoteSell(investPending(route, pending).route, toAssets(amount, { assets, shares }))
}

/** The cost of the purchase or sale of TIDE on the way; nothing without one. */
const describeTrade = (quote: Quote | null, usdb: Asset): Pick<Plan, "fees" | "impactBp"> =>
  quote === null
    ? {}
    : {
        fees: [{ kind: "trade", asset: usdb, amount: quote.tax }],
        impactBp: Number(divideUp(quote.priceImpact * 10_000n, WAD)),
      }

async function readAssets(context: PlanContext) {
  const [tide, shares] = await Promise.all([
    tokenAsset(context, context.contracts.mainToken),
    vaultAsset(context),
  ])
  return { usdb: usdbAsset(context), tide, shares }
}
