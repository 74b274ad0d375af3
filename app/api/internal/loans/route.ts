import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/http/wire"
import { loanSources } from "@/lib/loans/constants"
import { walletLoan } from "@/lib/loans/schema"
import { findWalletLoans } from "@/lib/loans/wallet-queries"

/** Public data from the chain. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Loans of a wallet with their tokens",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: z.object({ wallet: address, source: z.enum(loanSources).optional() }),
    response: z.object({ data: z.array(walletLoan) }),
    handler: async ({ query: { wallet, source } }) => ({
      data: await findWalletLoans(wallet, source ? [source] : loanSources),
    }),
  }),
})
