import type { Order } from "@/components/portfolio/assets-table"
import { holdingSorts, type NetWorthRange, netWorthRanges } from "@/lib/portfolio/schema"

export type SearchParams = Record<string, string | string[] | undefined>

export const portfolioTabs = ["holdings", "markets", "rounds", "closed", "trades", "log"] as const
export type PortfolioTab = (typeof portfolioTabs)[number]

export const DEFAULT_ORDER: Order = { sort: "value", isAscending: false }

export const curves = ["worth", "profit"] as const
export type Curve = (typeof curves)[number]

/** State of a portfolio page in its URL. */
export type PortfolioState = Order & {
  tab: PortfolioTab
  range: NetWorthRange
  curve: Curve
  side: "buy" | "sell" | undefined
  /** Row id; shows older trades or bets. */
  before: string | undefined
  /** Page of the activity. */
  page: number
}

const DEFAULT_STATE: PortfolioState = {
  tab: "holdings",
  range: "1w",
  curve: "worth",
  ...DEFAULT_ORDER,
  side: undefined,
  before: undefined,
  page: 1,
}

/** Invalid parameters count as absent. */
export function parsePortfolioState(parameters: SearchParams): PortfolioState {
  const text = (name: string) => {
    const value = parameters[name]
    return (Array.isArray(value) ? value[0] : value) ?? ""
  }
  return {
    tab: portfolioTabs.find((each) => each === text("tab")) ?? DEFAULT_STATE.tab,
    range: netWorthRanges.find((each) => each === text("range")) ?? DEFAULT_STATE.range,
    curve: curves.find((each) => each === text("curve")) ?? DEFAULT_STATE.curve,
    ...parseOrder(text),
    side: (["buy", "sell"] as const).find((each) => each === text("side")),
    before: /^\d{1,18}$/.test(text("before")) ? text("before") : undefined,
    page: /^[1-9]\d{0,5}$/.test(text("page")) ? Number(text("page")) : 1,
  }
}

export function parseOrder(text: (name: string) => string): Order {
  return {
    sort: holdingSorts.find((each) => each === text("sort")) ?? DEFAULT_ORDER.sort,
    isAscending: text("order") === "asc",
  }
}

/** Adds the order to the parameters unless it is the default. */
export function appendOrder(parameters: URLSearchParams, { sort, isAscending }: Order): void {
  if (sort !== DEFAULT_ORDER.sort) parameters.set("sort", sort)
  if (isAscending) parameters.set("order", "asc")
}

/** URL of the page for a state, without the defaults. */
export function portfolioHref(wallet: string, state: Partial<PortfolioState>): string {
  const { tab, range, curve, sort, isAscending, side, before, page } = {
    ...DEFAULT_STATE,
    ...state,
  }
  const parameters = new URLSearchParams()
  if (tab !== DEFAULT_STATE.tab) parameters.set("tab", tab)
  if (range !== DEFAULT_STATE.range) parameters.set("range", range)
  if (curve !== DEFAULT_STATE.curve) parameters.set("curve", curve)
  appendOrder(parameters, { sort, isAscending })
  if (side) parameters.set("side", side)
  if (before) parameters.set("before", before)
  if (page > 1) parameters.set("page", `${page}`)
  const text = parameters.toString()
  return text ? `/portfolio/${wallet}?${text}` : `/portfolio/${wallet}`
}
