import { type Interval, intervalNames } from "@/lib/tokens/candles/schema"
import { type TradeType, tradeTypes } from "@/lib/tokens/trades/schema"

export type SearchParams = Record<string, string | string[] | undefined>

/** What the URL of a token's page chooses. */
export type TokenPageState = {
  interval: Interval
  /** End of the chart in Unix milliseconds; undefined is now. */
  to: number | undefined
  /** Kind of the trades shown; undefined is all. */
  type: TradeType | undefined
  /** Row id: older trades are shown. */
  before: string | undefined
}

const DEFAULT_INTERVAL: Interval = "1h"

/** A parameter that makes no sense counts as absent. */
export function readState(parameters: SearchParams): TokenPageState {
  const text = (name: string) => {
    const value = parameters[name]
    return (Array.isArray(value) ? value[0] : value) ?? ""
  }
  return {
    interval: intervalNames.find((name) => name === text("interval")) ?? DEFAULT_INTERVAL,
    to: /^\d{12,15}$/.test(text("to")) ? Number(text("to")) : undefined,
    type: tradeTypes.find((name) => name === text("type")),
    before: /^\d{1,18}$/.test(text("before")) ? text("before") : undefined,
  }
}

/** The page's address for a state; what is at its default is left out. */
export function tokenHref(address: string, { interval, to, type, before }: TokenPageState): string {
  const parameters = new URLSearchParams()
  if (interval !== DEFAULT_INTERVAL) parameters.set("interval", interval)
  if (to) parameters.set("to", `${to}`)
  if (type) parameters.set("type", type)
  if (before) parameters.set("before", before)
  const text = parameters.toString()
  return text ? `/tokens/${address}?${text}` : `/tokens/${address}`
}
