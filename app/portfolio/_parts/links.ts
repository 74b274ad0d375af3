import {
  type HoldingSort,
  holdingSorts,
  type WorthRange,
  worthRanges,
} from "@/lib/portfolio/schema"

export type SearchParams = Record<string, string | string[] | undefined>

export const portfolioTabs = ["holdings", "closed", "trades", "log"] as const
export type PortfolioTab = (typeof portfolioTabs)[number]

/** What the URL of a portfolio chooses. */
export type PortfolioState = {
  tab: PortfolioTab
  range: WorthRange
  sort: HoldingSort
  isAscending: boolean
  side: "buy" | "sell" | undefined
  /** Row id: older trades are shown. */
  before: string | undefined
  /** Page of the log. */
  page: number
}

const DEFAULT: PortfolioState = {
  tab: "holdings",
  range: "1w",
  sort: "value",
  isAscending: false,
  side: undefined,
  before: undefined,
  page: 1,
}

/** A parameter that makes no sense counts as absent. */
export function readState(parameters: SearchParams): PortfolioState {
  const text = (name: string) => {
    const value = parameters[name]
    return (Array.isArray(value) ? value[0] : value) ?? ""
  }
  return {
    tab: portfolioTabs.find((each) => each === text("tab")) ?? DEFAULT.tab,
    range: worthRanges.find((each) => each === text("range")) ?? DEFAULT.range,
    sort: holdingSorts.find((each) => each === text("sort")) ?? DEFAULT.sort,
    isAscending: text("order") === "asc",
    side: (["buy", "sell"] as const).find((each) => each === text("side")),
    before: /^\d{1,18}$/.test(text("before")) ? text("before") : undefined,
    page: /^[1-9]\d{0,5}$/.test(text("page")) ? Number(text("page")) : 1,
  }
}

/** The page's address for a state; what is at its default is left out. */
export function portfolioHref(wallet: string, state: Partial<PortfolioState>): string {
  const { tab, range, sort, isAscending, side, before, page } = { ...DEFAULT, ...state }
  const parameters = new URLSearchParams()
  if (tab !== DEFAULT.tab) parameters.set("tab", tab)
  if (range !== DEFAULT.range) parameters.set("range", range)
  if (sort !== DEFAULT.sort) parameters.set("sort", sort)
  if (isAscending) parameters.set("order", "asc")
  if (side) parameters.set("side", side)
  if (before) parameters.set("before", before)
  if (page > 1) parameters.set("page", `${page}`)
  const text = parameters.toString()
  return text ? `/portfolio/${wallet}?${text}` : `/portfolio/${wallet}`
}
