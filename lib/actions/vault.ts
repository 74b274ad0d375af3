import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { tokenAsset, usdbAsset, vaultAsset } from "@/lib/actions/assets"
import type { Plan, PlanContext } from "@/lib/actions/plan"
import { formatAmount } from "@/lib/format"
import { buyWrappedCall } from "@/lib/tokens/trade-calls"
import { lockCall, unwrapCall, wrapCall } from "@/lib/vault/calls"

const assetField = z.enum(["tide", "usdb"]).default("tide")

export const wrapTide = defineAction({
  name: "vault.wrap",
  summary: "Wrap TIDE, or USDB for which TIDE is bought first",
  fields: { amount: positiveAmount, payWith: assetField },
  plan: async ({ amount, payWith }, context) => {
    const { contracts } = context
    const { usdb, tide, shares } = await readAssets(context)
    const paid = payWith === "usdb" ? usdb : tide
    return {
      title: `Wrap ${formatAmount(amount)} ${paid.symbol}`,
      // The router bounds the TIDE that it buys, not the shares.
      prepare: (minimum) =>
        payWith === "usdb"
          ? buyWrappedCall(contracts, {
              amount,
              minimumOut: (minimum * shares.usdPrice) / tide.usdPrice,
            })
          : wrapCall(contracts, amount),
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
    return {
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
    plan: async ({ amount }, { contracts }): Promise<Plan> => ({
      title: `${direction === "lock" ? "Lock" : "Unlock"} ${formatAmount(amount)} wTIDE`,
      prepare: () => ({ call: lockCall(contracts, direction, amount) }),
      assets: [],
      bound: null,
      effect: () =>
        direction === "lock"
          ? `${formatAmount(amount)} wTIDE are locked: they earn as before and can be borrowed against.`
          : `${formatAmount(amount)} wTIDE can be unwrapped or transferred again.`,
    }),
  })

export const lockShares = lockAction("lock")
export const unlockShares = lockAction("unlock")

async function readAssets(context: PlanContext) {
  const [tide, shares] = await Promise.all([
    tokenAsset(context, context.contracts.mainToken),
    vaultAsset(context),
  ])
  return { usdb: usdbAsset(context), tide, shares }
}
