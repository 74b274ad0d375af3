import { resource, route } from "@/lib/api/route"
import { requireContract } from "@/lib/updown/contracts"
import { findOwnRecord } from "@/lib/updown/own-queries"
import { ownRecord, ownRecordQuery } from "@/lib/updown/own-schema"
import { findTimeframe } from "@/lib/updown/timeframes"

/** For the page of an asset and timeframe. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a wallet won and lost in the rounds of an asset and timeframe",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: ownRecordQuery,
    response: ownRecord,
    errors: ["ASSET_NOT_DEPLOYED"],
    handler: ({ query: { wallet, asset, timeframe } }) =>
      findOwnRecord(wallet, {
        contract: requireContract(asset),
        tf: findTimeframe(timeframe)?.code ?? 0,
      }),
  }),
})
