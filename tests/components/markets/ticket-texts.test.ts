import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { TicketPlaceholder } from "@/components/markets/ticket/lazy-ticket"
import { PayoutLine } from "@/components/markets/ticket/quote-details"
import type { TicketMarket } from "@/components/markets/ticket/ticket-market"
import { WAD } from "@/lib/units"

const market: TicketMarket = {
  ...{ address: `0x${"ab".repeat(20)}`, name: "Snow?", kind: "public", isPrivateEvent: false },
  ...{ isFinal: false, status: "active", proposedOutcome: null, poolClosesAt: null },
  outcomes: ["Yes", "No"].map((name, index) => ({
    ...{ index, name, probability: 0.5, percent: 50, reserve: WAD, shares: WAD },
  })),
}

test("a ticket says from the start, before the purchase, how one gets out of it", () => {
  const props = { market, orders: [], outcome: 0 }
  const markup = renderToStaticMarkup(createElement(TicketPlaceholder, props))
  expect(markup).toContain("Winners share the pool: later purchases change the payout")
  expect(markup).toContain("Shares cannot be sold back to it")
  expect(markup).toContain("list them for sale, or hold them until the result")
})

test("a payout names what one share of it pays now, which the chance does not say", () => {
  const quote = { spent: 25n * WAD, payout: 281n * WAD, shares: 62n * WAD }
  const markup = renderToStaticMarkup(createElement(PayoutLine, { quote }))
  expect(markup).toContain(">281</span> USDB")
  expect(markup).toContain("4.53 USDB a share now")
})

test("there is no payout of a share before there is a quote", () => {
  expect(renderToStaticMarkup(createElement(PayoutLine, { quote: null }))).not.toContain("a share")
})
