import type { MarketGroup, MarketsParameters, MarketsQuery } from "./schema"

/** The list opens with open markets; a search or another filter without a group looks at all. */
export function toMarketsQuery({ group, ...rest }: MarketsParameters): MarketsQuery {
  if (group === "all") return rest
  return { ...rest, group: group ?? (isNarrowed(rest) ? undefined : "open") }
}

/** Whether any filter besides the group narrows the list. */
const isNarrowed = ({ search, status, kind }: Partial<Record<keyof MarketsQuery, unknown>>) =>
  Boolean(search || status || kind)

/** The parameter of a group; left out where the list has this group without it. */
export function toGroupParameter(
  query: Partial<Record<keyof MarketsQuery, unknown>> & { group?: MarketGroup | undefined },
) {
  const [group, byItself] = [query.group ?? "all", isNarrowed(query) ? "all" : "open"]
  return group === byItself ? undefined : group
}
