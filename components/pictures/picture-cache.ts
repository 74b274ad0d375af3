import { processSingleton } from "@/lib/async/process-singleton"
import { createPromiseCache, getOrCompute } from "@/lib/async/promise-cache"

/** About 10 MB of pictures at most. */
const MAX_ENTRIES = 200

/** Renders a picture at most once in `seconds`; concurrent requests share it. */
export function getOrRender(key: string, seconds: number, render: () => Promise<ArrayBuffer>) {
  const pictures = processSingleton("pictures", () => createPromiseCache<ArrayBuffer>(MAX_ENTRIES))
  return getOrCompute(pictures, key, seconds * 1000, render).value
}
