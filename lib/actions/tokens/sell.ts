import { z } from "zod"
import { addressInput, defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import { formatAmount } from "@/lib/format"
import { quoteSell } from "@/lib/tokens/pool-math"
import { sellCall } from "@/lib/tokens/trade-calls"
import { divideUp, WAD } from "@/lib/units"
import {
  listHops,
  listTokenWarnings,
  readTradedToken,
  splitTradeTax,
  tokenPrice,
  tradeAssets,
} from "./trade-plan"

export const sellToken = defineAction({
  name: "token.sell",
  summary: "Sell a token for USDB, or for TIDE",
  fields: {
    token: addressInput,
    amount: positiveAmount.describe("of the token"),
    receive: z.enum(["usdb", "tide"]).default("usdb"),
  },
  plan: async ({ token, amount, receive }, context) => {
    const { contracts } = context
    const traded = await readTradedToken(context, token)
    const { symbol } = traded.asset
    const isForTide = receive === "tide" && !traded.isHub
    const received = isForTide ? traded.tide : usdbAsset(context)
    const { tax, priceImpact } = quoteSell(traded.route, amount, isForTide ? "TIDE" : "USDB")
    return {
      title: `Sell ${formatAmount(amount)} ${symbol} for ${received.symbol}`,
      prepare: (minimumOut) => sellCall(contracts, { token, amount, minimumOut, receive }),
      assets: tradeAssets(context, traded),
      bound: received.id,
      price: tokenPrice(token),
      impactBp: Number(divideUp(priceImpact * 10_000n, WAD)),
      fees: splitTradeTax(traded, tax, received),
      route: listHops(context, traded, "sell", isForTide ? "tide" : "usdb"),
      warnings: listTokenWarnings(traded),
      effect: (flows) =>
        `You sell ${formatAmount(amount)} ${symbol} and receive ${formatAmount(flows.get(received.id) ?? 0n)} ${received.symbol}.`,
    }
  },
})
