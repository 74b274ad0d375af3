import { buildListHref } from "@/lib/links"
import { type MarketGroup, type MarketsQuery, toGroupParameter } from "@/lib/markets/schema"

type Parameters = {
  [Name in Exclude<keyof MarketsQuery, "group">]?: string | number | undefined
} & {
  group?: MarketGroup | undefined
}

/** Values left out of the URL, in the order of its parameters. */
const defaults = {
  group: undefined,
  search: undefined,
  status: undefined,
  kind: undefined,
  sort: "trending",
  page: 1,
} as const satisfies Parameters

export const marketsHref = (query: Parameters) =>
  buildListHref("/markets", { ...query, group: toGroupParameter(query) }, defaults)
