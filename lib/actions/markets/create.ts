import { z } from "zod"
import { addressInput, amountInput, defineAction } from "@/lib/actions/action"
import { NATIVE, usdbAsset } from "@/lib/actions/assets"
import { formatAmount } from "@/lib/format"
import { invalid } from "@/lib/http/errors"
import { SAFE_MAX, singleLineText } from "@/lib/http/wire"
import { createMarketCall } from "@/lib/markets/creation-call"
import { creationCount, readCreationFee } from "@/lib/tokens/creation-fee"

export const createMarket = defineAction({
  name: "market.create",
  summary: "Create a market",
  fields: {
    name: singleLineText({ min: 1, max: 128 }).describe("the question"),
    symbol: singleLineText({ min: 1, max: 32 }),
    endTime: z.int().min(0).max(SAFE_MAX).default(0).describe("Unix seconds; 0 is open-ended"),
    options: z
      .array(singleLineText({ min: 1, max: 64 }))
      .min(2)
      .max(150),
    ecosystem: addressInput.optional().describe("TIDE, which is the default"),
    frozen: z.boolean().default(false),
    bonding: amountInput.default(0n).describe("USDB of purchases in the reward phase"),
    seedAmount: amountInput.describe("USDB that becomes the pot: at least 50, a multiple of 10"),
    isPrivate: z.boolean().default(false).describe("decided by voters whom the creator names"),
    privateEvent: z.boolean().default(false).describe("only wallets that the creator names buy"),
  },
  plan: async (input, context) => {
    const { client, contracts } = context
    if (input.ecosystem && input.ecosystem !== contracts.mainToken) {
      throw invalid("ecosystem", "must be the address of TIDE")
    }
    const fee = await readCreationFee(client, contracts)
    const seed = input.seedAmount
    return {
      title: `Create the market “${input.name}”`,
      prepare: () =>
        createMarketCall(contracts, {
          ...{ name: input.name, symbol: input.symbol, options: input.options, seed, fee },
          endTime: BigInt(input.endTime),
          isFrozen: input.frozen,
          rewardTarget: input.bonding,
          private: input.isPrivate ? { isEvent: input.privateEvent } : null,
        }),
      assets: [usdbAsset(context)],
      // The seed of a private event may be 0.
      changes: [creationCount(contracts)],
      bound: null,
      fees: [{ kind: "creation", asset: NATIVE, amount: fee }],
      effect: () =>
        `The market “${input.name}” is created with ${formatAmount(seed)} USDB in its pot.`,
    }
  },
})
