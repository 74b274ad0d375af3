import { resource, route } from "@/lib/api/route"
import { priceHistory, priceHistoryQuery } from "@/lib/updown/live-schema"
import { readPriceHistory } from "@/lib/updown/onchain"

/** For a page that was hidden and has missed updates. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Prices of an asset's feed since a time",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: priceHistoryQuery,
    response: priceHistory,
    handler: async ({ query: { asset, since } }) => ({
      points: await readPriceHistory(asset, Number(since)),
    }),
  }),
})
