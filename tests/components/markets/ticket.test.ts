import { describe, expect, it } from "vitest"
import { z } from "zod"
import { GET } from "@/app/api/internal/markets/[address]/ticket/route"
import { groupByPrice } from "@/components/markets/book/price-levels"
import { countUnlisted, NOTHING_LISTED } from "@/components/markets/book/unlisted"
import { describePhase } from "@/components/markets/ticket/market-phase"
import { parseTicket, type TicketData } from "@/components/markets/ticket/ticket-data"
import type { TicketMarket, TicketOrder } from "@/components/markets/ticket/ticket-market"
import { compareQuote, findBlocker, requiresConsent } from "@/components/markets/ticket/validation"
import { INVALID_OUTCOME } from "@/lib/markets/constants"
import { orderCost, sharesOut, spotPrice, taxOn } from "@/lib/markets/math"
import { applyRemaining, quotePurchase, selectOffers } from "@/lib/markets/purchase-quote"
import { groupStatuses } from "@/lib/markets/schema"
import { predictionStatuses } from "@/lib/markets/status"
import { WAD } from "@/lib/units"

const units = (text: string) => {
  const [whole = "0", part = ""] = text.split(".")
  return BigInt(whole + part.padEnd(18, "0"))
}

const depth = { reserve: units("2500"), total: units("5000") }
const me = `0x${"a".repeat(40)}`
const other = `0x${"b".repeat(40)}`

function order(orderId: number, change: Partial<TicketOrder> = {}): TicketOrder {
  const amount = change.amount ?? units("10")
  return {
    ...{ orderId, seller: other, outcome: 0, price: units("0.4") },
    ...{ amount, totalAmount: amount, ...change },
  }
}

describe("offers", () => {
  it("leaves out one's own, those of other outcomes, and those above the pool", () => {
    const orders = [
      order(1, { seller: me }),
      order(2, { outcome: 1 }),
      order(3, { price: units("0.500000000000000001") }),
      order(4, { price: units("0.5") }),
      order(5, { price: units("0.3") }),
      order(6, { price: units("0.3") }),
    ]
    const ids = selectOffers(orders, { outcome: 0, pool: depth, owner: me }).map(({ id }) => id)
    expect(ids).toEqual([5n, 6n, 4n])
  })

  it("names no more orders than a purchase can take, the cheapest of them", () => {
    const orders = Array.from({ length: 40 }, (_, id) =>
      order(id, { price: units("0.4") - BigInt(id) }),
    )
    const offers = selectOffers(orders, { outcome: 0, pool: depth, owner: undefined })
    expect(offers).toHaveLength(25)
    expect(offers[0]?.id).toBe(39n)
  })

  it("reaches real offers behind any number of remainders", () => {
    const dust = Array.from({ length: 200 }, (_, id) => order(id, { amount: 1n, price: 1n }))
    const least = order(300, { amount: units("2.5"), price: units("0.4") })
    const below = order(301, { amount: units("2.5") - 1n, price: units("0.4") })
    const offers = selectOffers([...dust, least, below], { outcome: 0, pool: depth, owner: me })
    expect(offers.map(({ id }) => id)).toEqual([300n])
  })

  it("takes any price once the pool has closed", () => {
    const dear = order(1, { price: units("0.99") })
    const of = (isClosed: boolean) =>
      selectOffers([dear], { outcome: 0, pool: { ...depth, isClosed }, owner: me }).length
    expect([of(false), of(true)]).toEqual([0, 1])
  })

  it("goes by what the chain says is left", () => {
    const left = new Map([
      [1, 0n],
      [2, units("4")],
    ])
    const now = applyRemaining([order(1), order(2), order(3)], left)
    expect(now.map(({ amount }) => amount)).toEqual([0n, units("4"), units("10")])
    const ids = selectOffers(now, { outcome: 0, pool: depth, owner: me }).map(({ id }) => id)
    expect(ids).toEqual([2n, 3n])
    expect(applyRemaining([order(1)], undefined)[0]?.amount).toBe(units("10"))
  })
})

describe("quote", () => {
  const market = { pool: depth, circulating: units("100"), payoutPool: units("60") }
  const offers = selectOffers([order(1)], { outcome: 0, pool: depth, owner: me })

  it("fills orders first and the rest from the pool", () => {
    const usdc = units("50")
    const quote = quotePurchase(usdc, offers, market)
    const rest = usdc - orderCost(units("10"), units("0.4"))
    expect(quote?.orderIds).toEqual([1n])
    expect(quote?.shares).toBe(units("10") + sharesOut(rest - taxOn(rest), depth))
    // Shares of an order change hands; those of the pool are new.
    const circulating = market.circulating + (quote?.shares ?? 0n) - units("10")
    const pool = market.payoutPool + (rest - taxOn(rest))
    expect(quote?.payout).toBe(((quote?.shares ?? 0n) * pool) / circulating)
    expect(quote?.before).toBe(spotPrice(depth))
    expect(quote?.after).toBeGreaterThan(spotPrice(depth))
  })

  it("rounds the average price up, so that shares times price cover what is paid", () => {
    const quote = quotePurchase(units("50"), offers, market)
    if (!quote) throw new Error("no quote")
    expect((quote.averagePrice * quote.shares) / WAD).toBeGreaterThanOrEqual(units("50"))
    expect(((quote.averagePrice - 1n) * quote.shares) / WAD).toBeLessThan(units("50"))
  })

  it("has an impact where the pool gives less, and none where orders make up for it", () => {
    // 98.5 USDB into 2,500 of 5,000: 195.1... shares instead of 197.
    const net = units("98.5")
    const lost = net - (sharesOut(net, depth) * spotPrice(depth)) / WAD
    const impact = quotePurchase(units("100"), [], market)?.impact
    expect(impact).toBe((lost * 10_000n + net - 1n) / net)
    expect(impact).toBe(96n)
    expect(quotePurchase(units("5"), offers, market)?.impact).toBe(0n)
  })

  it("is none for nothing, and for what buys nothing", () => {
    expect(quotePurchase(0n, [], market)).toBeNull()
    expect(quotePurchase(units("0.999999999999999999"), [], market)).toBeNull()
    expect(quotePurchase(units("1"), [], market)).not.toBeNull()
  })

  it("leaves what the orders of a closed pool cannot use with the buyer", () => {
    const pool = { ...depth, isClosed: true }
    const dear = selectOffers([order(1), order(2, { price: units("0.9") })], {
      ...{ outcome: 0, pool, owner: me },
    })
    const quote = quotePurchase(units("50"), dear, { ...market, pool })
    const spent = orderCost(units("10"), units("0.4")) + orderCost(units("10"), units("0.9"))
    expect(quote).toMatchObject({
      shares: units("20"),
      spent,
      unspent: units("50") - spent,
      toPool: 0n,
    })
    // The chance does not move, and nobody pays the pool's price.
    expect(quote?.after).toBe(quote?.before)
    expect(quotePurchase(units("50"), [], { ...market, pool })).toBeNull()
  })
})

describe("obstacles", () => {
  const quote = quotePurchase(units("50"), [], { pool: depth, circulating: 0n, payoutPool: 0n })
  const attempt = {
    ...{ isFinal: false, mayBuy: true, isSoldOut: false, text: "50", typed: units("50") },
    ...{ balance: units("50"), native: 1n, quote, usdc: units("50"), isQuoted: true },
  }

  it("names the first thing that stands in the way", () => {
    expect(findBlocker(attempt)).toBeNull()
    expect(findBlocker({ ...attempt, isFinal: true, mayBuy: false })).toBe("final")
    expect(findBlocker({ ...attempt, mayBuy: false, text: "" })).toBe("notAdmitted")
    expect(findBlocker({ ...attempt, isSoldOut: true, text: "" })).toBe("noOrders")
    expect(findBlocker({ ...attempt, text: " ", typed: null })).toBe("empty")
    expect(findBlocker({ ...attempt, text: "0", typed: 0n })).toBe("empty")
    expect(findBlocker({ ...attempt, text: "x", typed: null })).toBe("malformed")
    expect(findBlocker({ ...attempt, balance: units("50") - 1n, native: 0n })).toBe("balance")
    expect(findBlocker({ ...attempt, native: 0n })).toBe("gas")
    expect(findBlocker({ ...attempt, quote: null })).toBe("tooSmall")
    // Orders could fill less; the least purchase is the same for both.
    expect(findBlocker({ ...attempt, usdc: units("1") - 1n })).toBe("tooSmall")
    expect(findBlocker({ ...attempt, usdc: units("1") })).toBeNull()
  })

  it("holds nothing against a wallet whose balance is not known yet", () => {
    expect(findBlocker({ ...attempt, balance: undefined, native: undefined })).toBeNull()
    expect(findBlocker({ ...attempt, quote: null, isQuoted: false })).toBeNull()
  })

  it("asks for a word from 30 points on", () => {
    const before = units("0.2")
    expect(requiresConsent({ before, after: units("0.5") })).toBe(true)
    expect(requiresConsent({ before, after: units("0.5") - 1n })).toBe(false)
  })

  it("tells a quote that is confirmed from one that is refused or not answered", () => {
    expect(compareQuote(5n, { shares: 5n, isRefused: false })).toBe("confirmed")
    expect(compareQuote(5n, { shares: 4n, isRefused: false })).toBe("pending")
    expect(compareQuote(5n, { shares: undefined, isRefused: false })).toBe("pending")
    expect(compareQuote(undefined, { shares: undefined, isRefused: false })).toBe("pending")
    expect(compareQuote(5n, { shares: undefined, isRefused: true })).toBe("rejected")
  })
})

describe("shares to list", () => {
  const listing = { shares: units("20"), before: units("62"), at: 1_000 }
  it("are without those just listed, before and after the chain is read again", () => {
    expect(countUnlisted({ shares: units("62"), readAt: 0 }, NOTHING_LISTED)).toBe(units("62"))
    expect(countUnlisted({ shares: units("62"), readAt: 900 }, listing)).toBe(units("42"))
    expect(countUnlisted({ shares: units("42"), readAt: 950 }, listing)).toBe(units("42"))
    // As many were bought since.
    expect(countUnlisted({ shares: units("62"), readAt: 1_100 }, listing)).toBe(units("62"))
  })
})

describe("ladder", () => {
  it("adds up by price, without what one cannot buy oneself", () => {
    const orders = [
      order(1, { price: units("0.6") }),
      order(2, { price: units("0.3"), amount: units("5") }),
      order(3, { price: units("0.3"), amount: units("1"), seller: me }),
    ]
    const [low, high, ...none] = groupByPrice(orders, { pool: depth, owner: me })
    expect(none).toEqual([])
    expect(low).toEqual({
      ...{ price: units("0.3"), shares: units("6"), cumulativeShares: units("6"), orders: 2 },
      ...{
        ownShares: units("1"),
        ownCost: orderCost(units("1"), units("0.3")),
        isFillable: true,
        cumulativeCost: orderCost(units("5"), units("0.3")),
      },
    })
    expect(high).toMatchObject({ cumulativeShares: units("16"), isFillable: false, orders: 1 })
    const closed = groupByPrice(orders, { pool: { ...depth, isClosed: true }, owner: me })
    expect(closed.map(({ isFillable }) => isFillable)).toEqual([true, true])
  })

  it("leaves out what is not worth filling, but one's own", () => {
    const dust = { price: units("0.1"), amount: units("9.999999999999999999") }
    const orders = [order(1, dust), order(2, { ...dust, seller: me }), order(3)]
    const levels = groupByPrice(orders, { pool: depth, owner: me })
    expect(levels.map(({ price, orders: count }) => [price, count])).toEqual([
      [units("0.1"), 1],
      [units("0.4"), 1],
    ])
  })
})

describe("ticket data", () => {
  it("comes out of its text as it went in", () => {
    const data: TicketData = {
      market: {
        ...{ address: other, name: "Rain?", kind: "public", isPrivateEvent: false, isFinal: false },
        ...{ status: "active", proposedOutcome: null, poolClosesAt: 1_800_000_000_000 },
        outcomes: [
          { index: 0, name: "Yes", probability: 0.5, percent: 50, reserve: 2n ** 90n, shares: 0n },
          { index: 1, name: "No", probability: 0.5, percent: 50, reserve: 1n, shares: 7n },
        ],
      },
      orders: [order(1)],
    }
    const { response } = GET.contract
    const json = JSON.stringify(z.encode(response, { ...data, orders: [...data.orders], held: [] }))
    expect(parseTicket(JSON.parse(json))).toMatchObject(data)
  })
})

describe("the phase of a market", () => {
  const END = Date.UTC(2026, 5, 1)
  const market = (change: Partial<TicketMarket>): TicketMarket => ({
    ...{ address: other, name: "Rain?", kind: "public", isPrivateEvent: false, isFinal: false },
    ...{ status: "proposed", proposedOutcome: 1, poolClosesAt: END },
    outcomes: ["Yes", "No"].map((name, index) => ({
      ...{ index, name, probability: 0.5, percent: 50, reserve: 1n, shares: 0n },
    })),
    ...change,
  })

  it("is nothing while the pool sells, or when all is over", () => {
    expect(describePhase(market({ status: "active" }), 0, END - 1)).toBeNull()
    expect(describePhase(market({ status: "active", poolClosesAt: null }), 0, END)).toBeNull()
    for (const status of ["resolved", "invalidated"] as const) {
      expect(describePhase(market({ status, isFinal: true }), 0, END)).toBeNull()
    }
  })

  it("is there from the moment the pool closes on, while the page still says open", () => {
    expect(describePhase(market({ status: "active" }), 0, END)).toMatchObject({
      title: "Pool closed",
    })
  })

  it("says what a proposal means for the chosen outcome", () => {
    const describeOutcome = (outcome: number, change: Partial<TicketMarket> = {}) => {
      const phase = describePhase(market(change), outcome, END)
      return `${phase?.proposed}: ${phase?.text}`
    }
    expect(describeOutcome(1)).toMatch(
      /^No: It can still be disputed\. If it is finalized, these shares win\.$/,
    )
    expect(describeOutcome(0)).toMatch(/If it is finalized, these shares pay nothing\.$/)
    expect(describeOutcome(0, { proposedOutcome: INVALID_OUTCOME })).toMatch(
      /^Invalid: .* all stakes are refunded\.$/,
    )
    expect(describeOutcome(0, { status: "proposed_closed" })).toMatch(
      /It can no longer be disputed/,
    )
  })

  it("says so in every state in which only orders sell shares", () => {
    const statuses = predictionStatuses.filter((status) => !groupStatuses.open.includes(status))
    const described = statuses.filter(
      (status) => describePhase(market({ status }), 0, END) !== null,
    )
    expect(described).toEqual(statuses.filter((status) => groupStatuses.deciding.includes(status)))
  })
})
