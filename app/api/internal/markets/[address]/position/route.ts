import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/http/wire"
import { toOutcomeName } from "@/lib/markets/labels"
import { getMarketContract } from "@/lib/markets/onchain"
import { findMarketPositions, type MarketPositions } from "@/lib/markets/positions/queries"
import { tokenParams } from "@/lib/tokens/schema"

/** Amounts are decimal strings of 18 decimals. */
const position = z.object({
  outcome: z.int(),
  name: z.string(),
  shares: z.string(),
  locked: z.string(),
  cost: z.string(),
  value: z.string(),
  payout: z.string(),
})

const own = z.object({
  name: z.string(),
  contract: z.string(),
  positions: z.array(position),
  /** Payouts include the pot, which only the chain knows. */
  hasPot: z.boolean(),
  redeemable: z.string().nullable(),
  redeemed: z.string().nullable(),
})

/** A wallet's positions in the market, for its own card on the page. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "A wallet's shares of a market",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    params: tokenParams,
    query: z.object({ wallet: address }),
    response: z.object({ own: own.nullable() }),
    handler: async ({ params, query }) => {
      const positions = await findMarketPositions(query.wallet, params.address)
      return { own: positions && serializePosition(positions) }
    },
  }),
})

const serializeAmount = (value: bigint | null) => (value === null ? null : `${value}`)

function serializePosition({ market, positions, hasPot, redeemable, redeemed }: MarketPositions) {
  return {
    name: market.name,
    contract: getMarketContract(market.kind),
    positions: positions.map(({ outcome, shares, locked, cost, value, payout }) => ({
      outcome,
      name: toOutcomeName(market.options, outcome),
      ...{ shares: `${shares}`, locked: `${locked}` },
      ...{ cost: `${cost}`, value: `${value}`, payout: `${payout}` },
    })),
    hasPot,
    redeemable: serializeAmount(redeemable),
    redeemed: serializeAmount(redeemed),
  }
}
