import { type Address, erc20Abi } from "viem"
import { readContract } from "viem/actions"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Asset, PlanContext } from "@/lib/actions/plan"
import { encodeCall } from "@/lib/chain/call"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { formatAmount } from "@/lib/format"
import { previewTrade } from "@/lib/tokens/preview"
import { buyCall } from "@/lib/tokens/trade-calls"
import {
  listHops,
  listTokenWarnings,
  readTradedToken,
  splitTradeTax,
  tokenPrice,
  tradeAssets,
} from "./trade-plan"

export const buyToken = defineAction({
  name: "token.buy",
  summary: "Buy a token, TIDE included, for USDB",
  fields: { token: addressInput, amount: positiveAmount.describe("USDB") },
  plan: async ({ token, amount }, context) => {
    const traded = await readTradedToken(context, token)
    const { symbol } = traded.asset
    const preview = previewTrade(traded.route, "buy", amount)
    const isVested = !traded.isHub && (await readAutoVest(context, token))
    return {
      title: `Buy ${symbol} for ${formatAmount(amount)} USDB`,
      prepare: (minimumOut) => buyCall(context.contracts, { token, amount, minimumOut }),
      assets: tradeAssets(context, traded).map((asset) =>
        isVested && asset.id === token ? vestedAsset(context, asset, token) : asset,
      ),
      bound: token,
      price: tokenPrice(token),
      impactBp: Number(preview.impact),
      fees: splitTradeTax(traded, preview.tax, usdbAsset(context)),
      route: listHops(context, traded, "buy"),
      warnings: listTokenWarnings(traded),
      effect: (flows) => {
        const bought = `${formatAmount(flows.get(token) ?? 0n)} ${symbol}`
        const paid = `${formatAmount(amount)} USDB`
        return isVested
          ? `You pay ${paid}, and ${bought} are vested for you.`
          : `You pay ${paid} and receive ${bought}.`
      },
    }
  },
})

/** Whether purchases go into a vesting schedule of the buyer. */
const readAutoVest = ({ client }: PlanContext, token: Address) =>
  readContract(client, { address: token, abi: factoryTokenAbi, functionName: "autoVest" })

/** The balance of the vesting contract: this purchase's schedule is the only one that changes it. */
const vestedAsset = ({ contracts }: PlanContext, asset: Asset, token: Address): Asset => ({
  ...asset,
  balance: encodeCall(token, {
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [contracts.vesting],
  }),
})
