import { kept } from "./kept"
import type { Prepared } from "./reply"

/** A page with the headers that were true when it was computed. */
export type Page = { body: Prepared; headers: [string, string][] }

type Entry = { page: Promise<Page>; madeAt: number }

/** Parameter sets kept at once; the oldest goes first. */
const MAX_ENTRIES = 2_000

/** Computes a page at most once per `seconds` and key; whoever comes meanwhile shares it. */
export async function cachedPage(key: string, seconds: number, compute: () => Promise<Page>) {
  const pages = kept("pages", () => new Map<string, Entry>())
  const known = pages.get(key)
  if (known && performance.now() - known.madeAt < seconds * 1000) return aged(known)
  const entry = { page: compute(), madeAt: performance.now() }
  pages.delete(key)
  pages.set(key, entry)
  for (const oldest of pages.keys()) {
    if (pages.size <= MAX_ENTRIES) break
    pages.delete(oldest)
  }
  // A failure is not a page: the next request tries again.
  entry.page.catch(() => {
    if (pages.get(key) === entry) pages.delete(key)
  })
  return aged(entry)
}

/** Tells other caches how old it is, so that they do not add a whole lifetime to ours. */
async function aged({ page, madeAt }: Entry): Promise<Page> {
  const { body, headers } = await page
  const age = Math.floor((performance.now() - madeAt) / 1000)
  return { body, headers: age > 0 ? [...headers, ["Age", `${age}`]] : headers }
}
