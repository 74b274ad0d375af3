import { describe, expect, test } from "vitest"
import { parsePortfolioState, portfolioHref } from "@/app/portfolio/_parts/url-state"

const WALLET = `0x${"ab".repeat(20)}`
const parametersOf = (href: string) =>
  Object.fromEntries(new URL(href, "http://localhost").searchParams)

describe("the address of a portfolio", () => {
  test("leaves out defaults", () => {
    expect(portfolioHref(WALLET, parsePortfolioState({}))).toBe(`/portfolio/${WALLET}`)
  })

  test.each([
    { tab: "trades", side: "sell", before: "12345" },
    { range: "1m", curve: "profit" },
    { sort: "cost", isAscending: true },
    { tab: "log", page: 3 },
  ] as const)("brings back %j", (choice) => {
    const href = portfolioHref(WALLET, choice)
    expect(parsePortfolioState(parametersOf(href))).toEqual({
      ...parsePortfolioState({}),
      ...choice,
    })
  })

  test("treats invalid values as absent", () => {
    const nonsense = { tab: "x", range: "2y", curve: "", sort: "color", page: "-1", before: "1e9" }
    expect(parsePortfolioState(nonsense)).toEqual(parsePortfolioState({}))
  })
})
