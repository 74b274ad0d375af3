import { buildListHref } from "@/lib/links"
import { toGroupParameter } from "@/lib/markets/list-group"
import type { MarketGroup, MarketsQuery } from "@/lib/markets/schema"

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
