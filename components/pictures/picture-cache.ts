import { processSingleton } from "@/lib/api/process-singleton"
import { getOrCompute, type PromiseCache } from "@/lib/api/promise-cache"

/** About 10 MB of pictures at most. */
const MAX_ENTRIES = 200

/** Makes a picture at most once in `seconds`; whoever comes meanwhile shares it. */
export function getOrRender(key: string, seconds: number, make: () => Promise<ArrayBuffer>) {
  const pictures = processSingleton("pictures", (): PromiseCache<ArrayBuffer> => new Map())
  const limits = { ttlMs: seconds * 1000, maxEntries: MAX_ENTRIES }
  return getOrCompute(pictures, key, limits, make).value
}
