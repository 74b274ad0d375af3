import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { address } from "@/lib/http/wire"
import { REMINDER_SECONDS } from "@/lib/loans/reminders"
import { dueLoans } from "@/lib/loans/schema"
import { findDueLoans } from "@/lib/loans/wallet-queries"

/** For the note in the header of every page. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Loans of a wallet that expire within seven days",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: z.object({ wallet: address }),
    response: dueLoans,
    handler: ({ query }) => findDueLoans(query.wallet, REMINDER_SECONDS.week),
  }),
})
