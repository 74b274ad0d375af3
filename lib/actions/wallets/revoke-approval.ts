import { erc20Abi } from "viem"
import { addressInput, defineAction } from "@/lib/actions/action"
import { tokenAsset } from "@/lib/actions/assets"
import { approveCall, encodeCall } from "@/lib/chain/call"
import { getToken } from "@/lib/tokens/queries"

export const revokeApproval = defineAction({
  name: "approve.revoke",
  summary: "Take back what a contract may spend",
  fields: { token: addressInput, spender: addressInput },
  plan: async ({ token, spender }, context) => {
    const { usdb, mainToken, vault } = context.contracts
    if (token !== usdb && token !== mainToken && token !== vault) await getToken(token)
    const { symbol } = await tokenAsset(context, token)
    return {
      title: `Revoke the approval of ${symbol}`,
      prepare: () => ({ call: approveCall({ token, spender, amount: 0n }) }),
      assets: [],
      changes: [
        encodeCall(token, {
          abi: erc20Abi,
          functionName: "allowance",
          args: [context.wallet, spender],
        }),
      ],
      idle: {
        message: `${spender} may spend none of your ${symbol} as it is.`,
        remedy: "Nothing more is to be done.",
      },
      bound: null,
      effect: () => `${spender} can no longer spend your ${symbol}.`,
    }
  },
})
