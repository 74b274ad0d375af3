import { appendOrder, DEFAULT_ORDER, parseOrder } from "@/app/portfolio/_parts/url-state"
import type { Order } from "@/components/portfolio/assets-table"
import type { TradeSide } from "@/lib/tokens/trades/constants"

export type SearchParams = Record<string, string | string[] | undefined>

export const profileTabs = ["created", "holdings", "markets", "rounds", "trades"] as const
export type ProfileTab = (typeof profileTabs)[number]

type ProfileState = {
  /** Undefined selects the first tab with content. */
  tab: ProfileTab | undefined
  page: number
  side: TradeSide | undefined
  before: string | undefined
  /** Sort order of the holdings. */
  order: Order
}

/** Invalid parameters count as absent. */
export function parseProfileState(parameters: SearchParams): ProfileState {
  const text = (name: string) => {
    const value = parameters[name]
    return (Array.isArray(value) ? value[0] : value) ?? ""
  }
  return {
    tab: profileTabs.find((each) => each === text("tab")),
    page: /^[1-9]\d{0,5}$/.test(text("page")) ? Number(text("page")) : 1,
    side: (["buy", "sell"] as const).find((each) => each === text("side")),
    before: /^\d{1,18}$/.test(text("before")) ? text("before") : undefined,
    order: parseOrder(text),
  }
}

/** URL of the profile for a state, without the defaults. */
export function profileHref(
  wallet: string,
  { tab, page = 1, side, before, order = DEFAULT_ORDER }: Partial<ProfileState>,
): string {
  const parameters = new URLSearchParams()
  if (tab) parameters.set("tab", tab)
  appendOrder(parameters, order)
  if (side) parameters.set("side", side)
  if (before) parameters.set("before", before)
  if (page > 1) parameters.set("page", `${page}`)
  const text = parameters.toString()
  return text ? `/wallets/${wallet}?${text}` : `/wallets/${wallet}`
}
