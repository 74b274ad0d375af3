import { resource, route } from "@/lib/api/route"
import { walletRounds } from "@/lib/updown/schema"
import { findWalletRoundsJson } from "@/lib/updown/wallet-queries"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "The acting wallet's bets in price rounds: results, open bets and what can be claimed",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    response: walletRounds,
    handler: ({ caller }) => findWalletRoundsJson(caller.wallet),
  }),
})
