import { buildListHref } from "@/lib/links"
import type { MarketsQuery } from "@/lib/markets/schema"

type Parameters = { [Name in keyof MarketsQuery]?: string | number | undefined }

/** Values left out of the URL, in the order of its parameters. */
const defaults = {
  group: undefined,
  search: undefined,
  status: undefined,
  kind: undefined,
  sort: "trending",
  page: 1,
} as const satisfies Parameters

export const marketsHref = (query: Parameters) => buildListHref("/markets", query, defaults)
