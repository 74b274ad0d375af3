import { resource, route } from "@/lib/api/route"
import { findWalletTransactionsJson } from "@/lib/tokens/trades/queries"
import { tradeListQuery, walletParams, walletTransactionPage } from "@/lib/tokens/trades/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the trades of a wallet over all tokens, newest first",
    tag: "Wallet",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    params: walletParams,
    query: tradeListQuery,
    response: walletTransactionPage,
    errors: ["INVALID_CURSOR"],
    handler: ({ params, query }) => findWalletTransactionsJson(params.address, query),
  }),
})
