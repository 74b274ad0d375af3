import { buildListHref } from "@/lib/links"
import type { ReefPageQuery } from "./query"

type Parameters = { [Name in keyof ReefPageQuery]?: string | number | undefined }

/** Posts that come at a time. */
export const PAGE_STEP = 20

/** What needs no saying, in the order in which the rest is said. */
const defaults = {
  sort: "recent",
  period: "24h",
  section: "all",
  by: undefined,
  search: undefined,
  from: 0,
  shown: PAGE_STEP,
} as const satisfies Parameters

/** The feed's address for a query. */
export const reefHref = (query: Parameters) => buildListHref("/reef", query, defaults)
