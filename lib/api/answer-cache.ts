import { LRUCache } from "lru-cache"
import type pg from "pg"
import { pool } from "@/lib/db/client"
import type { CacheableResponse } from "./response-cache"

/** An answer with the version that it is right for. */
type KeptAnswer = { version: string; answer: CacheableResponse }

/** For one process. A text takes a byte per character; its bytes and compressed form take up to the same again. */
const MAX_BYTES = 48_000_000
const FORMS = 3
/** For rows that somebody changes by hand past the counters of the index. */
const MAX_AGE_MS = 60_000
/** An entry without its texts. */
const OVERHEAD_BYTES = 500

/** Answers by their request. */
export type AnswerCache = LRUCache<string, KeptAnswer>

const createCache = (): AnswerCache =>
  new LRUCache({
    maxSize: MAX_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: ({ answer }, key) =>
      answer.body.text.length * FORMS + key.length + OVERHEAD_BYTES,
  })

const byPool = new WeakMap<pg.Pool, { cache: AnswerCache }>()

/**
 * The cache to use from before the version is read until the answer is kept. A new connection begins another one:
 * versions belong to one server, and a crashed server may use their numbers again.
 */
export function openAnswerCache(): AnswerCache {
  const connections = pool()
  const holder = byPool.get(connections)
  if (holder) return holder.cache
  const created = { cache: createCache() }
  connections.on("connect", () => {
    created.cache = createCache()
  })
  byPool.set(connections, created)
  return created.cache
}

/** The kept answer where it is right for the version, else a new one. What fails is not kept. */
export async function keepAnswer(
  cache: AnswerCache,
  key: string,
  version: string,
  make: () => Promise<CacheableResponse>,
): Promise<CacheableResponse> {
  const cached = cache.get(key)
  if (cached?.version === version) return cached.answer
  const answer = await make()
  cache.set(key, { version, answer })
  return answer
}
