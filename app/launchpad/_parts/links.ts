import type { BrowseQuery } from "@/lib/tokens/schema"

type Parameters = {
  [Name in keyof Omit<BrowseQuery, "limit">]?: string | number | boolean | undefined
}

/** The launchpad's address for a query; what is at its default is left out. */
export function launchpadHref({ page = 1, sort = "newest", search, kind, dev }: Parameters) {
  const parameters = new URLSearchParams()
  const add = (name: string, value: string | number | boolean | undefined) =>
    value && parameters.set(name, `${value}`.trim())
  add("search", search)
  add("kind", kind)
  add("dev", dev)
  if (sort !== "newest") add("sort", sort)
  if (Number(page) > 1) add("page", page)
  const text = parameters.toString()
  return text ? `/launchpad?${text}` : "/launchpad"
}
