import {
  type ChartScale,
  type ChartType,
  chartScales,
  chartTypes,
} from "@/components/charts/chart-type"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"
import type { SearchParams } from "@/lib/http/search-params"
import { buildListHref } from "@/lib/links"
import { type Interval, intervalNames } from "@/lib/tokens/candles/intervals"
import {
  type MinTradeSize,
  minTradeSizes,
  type TradeSide,
  tradeSides,
} from "@/lib/tokens/trades/constants"

/** Sections that phones show as tabs. */
export const pageTabs = ["trades", "comments", "holders", "safety", "about"] as const
export type PageTab = (typeof pageTabs)[number]

/** Parameters of the URL of a token's page. */
export type TokenPageState = {
  interval: Interval
  /** End of the chart in Unix milliseconds; undefined is now. */
  to: number | undefined
  look: ChartType
  scale: ChartScale
  tab: PageTab
  /** The side of the trades shown; undefined shows both. */
  side: TradeSide | undefined
  size: MinTradeSize | undefined
  /** Filters by trader: the creator, or an address. */
  by: string | undefined
  /** Row id: older trades are shown. */
  before: string | undefined
  /** Comments older than this one are shown. */
  commentsBefore: number | undefined
}

export const initialState: TokenPageState = {
  interval: "1h",
  to: undefined,
  look: "candles",
  scale: "linear",
  tab: "trades",
  side: undefined,
  size: undefined,
  by: undefined,
  before: undefined,
  commentsBefore: undefined,
}

/** Invalid parameters are ignored. */
export function parsePageState(get: (name: string) => string | null | undefined): TokenPageState {
  const text = (name: keyof TokenPageState) => get(name) ?? ""
  const one = <T extends string>(values: readonly T[], name: keyof TokenPageState) =>
    values.find((value) => value === text(name))
  const by = text("by").toLowerCase()
  return {
    interval: one(intervalNames, "interval") ?? initialState.interval,
    to: /^\d{12,15}$/.test(text("to")) ? Number(text("to")) : undefined,
    look: one(chartTypes, "look") ?? initialState.look,
    scale: one(chartScales, "scale") ?? initialState.scale,
    tab: one(pageTabs, "tab") ?? initialState.tab,
    side: one(tradeSides, "side"),
    size: minTradeSizes.find((size) => `${size}` === text("size")),
    by: by === "creator" || LOWERCASE_ADDRESS_PATTERN.test(by) ? by : undefined,
    before: /^\d{1,18}$/.test(text("before")) ? text("before") : undefined,
    commentsBefore: /^\d{1,9}$/.test(text("commentsBefore"))
      ? Number(text("commentsBefore"))
      : undefined,
  }
}

/** The first value of a repeated parameter counts. */
export function parseSearchParams(parameters: SearchParams): TokenPageState {
  return parsePageState((name) => {
    const value = parameters[name]
    return Array.isArray(value) ? value[0] : value
  })
}

/** Defaults are left out. */
export const tokenHref = (address: string, state: TokenPageState) =>
  buildListHref(`/tokens/${address}`, state, initialState)
