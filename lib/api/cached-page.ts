import { kept } from "./kept"
import { type Cached, getOrCompute, type PromiseCache } from "./promise-cache"
import type { Prepared } from "./reply"

/** A page with the headers that were true when it was computed. */
export type Page = { body: Prepared; headers: [string, string][] }

/** Parameter sets kept at once. */
const MAX_ENTRIES = 2_000

/** Computes a page at most once per `seconds` and key; whoever comes meanwhile shares it. */
export function cachedPage(key: string, seconds: number, compute: () => Promise<Page>) {
  const pages = kept("pages", (): PromiseCache<Page> => new Map())
  const limits = { ttlMs: seconds * 1000, maxEntries: MAX_ENTRIES }
  return aged(getOrCompute(pages, key, limits, compute))
}

/** Tells other caches how old it is, so that they do not add a whole lifetime to ours. */
async function aged({ value, madeAt }: Cached<Page>): Promise<Page> {
  const { body, headers } = await value
  const age = Math.floor((performance.now() - madeAt) / 1000)
  return { body, headers: age > 0 ? [...headers, ["Age", `${age}`]] : headers }
}
