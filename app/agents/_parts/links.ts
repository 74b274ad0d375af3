import type { DirectoryQuery } from "@/lib/agents/directory-schema"
import { buildListHref } from "@/lib/links"

type Parameters = { [Name in keyof DirectoryQuery]?: string | number | undefined }

const defaults = {
  search: undefined,
  tier: undefined,
  product: undefined,
  sort: "confidence",
  page: 1,
} as const satisfies Parameters

export const agentsHref = (query: Parameters) => buildListHref("/agents", query, defaults)
