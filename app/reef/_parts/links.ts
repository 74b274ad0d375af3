import { buildListHref } from "@/lib/links"

/** Posts added by each "More posts". */
export const PAGE_STEP = 20

/** Default values, which the URL leaves out; its parameters have this order. */
const defaults = {
  sort: "recent",
  period: "24h",
  section: "all",
  by: undefined,
  search: undefined,
  from: 0,
  shown: PAGE_STEP,
} as const

export const reefHref = (
  query: Partial<Record<keyof typeof defaults, string | number | undefined>>,
) => buildListHref("/reef", query, defaults)
