import { zeroAddress } from "viem"
import { addressInput, defineAction } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import { faucetCall } from "@/lib/faucet/calls"
import { formatAmount } from "@/lib/format"

export const claimFaucet = defineAction({
  name: "faucet.claim",
  summary: "Claim test USDB of the contract's own faucet",
  fields: { referrer: addressInput.optional() },
  plan: async ({ referrer = zeroAddress }, context) => {
    const usdb = usdbAsset(context)
    return {
      title: "Claim USDB",
      prepare: () => ({ call: faucetCall(context.contracts, referrer) }),
      assets: [usdb],
      bound: null,
      effect: (flows) => `You receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB.`,
    }
  },
})
