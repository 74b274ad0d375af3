import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { env } from "@/lib/env"
import { notFound } from "@/lib/http/errors"
import { address } from "@/lib/http/wire"
import { renderCalendar } from "@/lib/loans/calendar"
import { loanSources } from "@/lib/loans/constants"
import { loanLabel } from "@/lib/loans/reminders"
import { findOpenLoans } from "@/lib/loans/wallet-queries"

const TYPE = "text/calendar; charset=utf-8"

const loanId = z
  .string()
  .regex(new RegExp(`^(${loanSources.join("|")})-[0-9]{1,10}$`), "must be a source and an id")
  .describe("one loan: its source and its id on the hub token")
  .meta({ examples: ["hub-3"] })

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Expiries of a wallet's open loans as a calendar (RFC 5545)",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: z.object({ wallet: address, loan: loanId.optional() }),
    response: z.unknown(),
    type: TYPE,
    errors: ["LOAN_NOT_FOUND"],
    handler: async ({ query: { wallet, loan } }) => {
      const open = await findOpenLoans(wallet)
      const loans = loan ? open.filter((each) => loanLabel(each) === loan) : open
      if (loan && loans.length === 0) throw notFound("LOAN_NOT_FOUND")
      return new Response(renderCalendar(loans, { baseUrl: env().BASE_URL, now: new Date() }), {
        headers: {
          "Content-Type": TYPE,
          "Content-Disposition": `attachment; filename="atoll-${loan ? `loan-${loan}` : "loans"}.ics"`,
        },
      })
    },
  }),
})
