import { kept } from "@/lib/api/kept"

type Entry = { picture: Promise<ArrayBuffer>; madeAt: number }

/** About 10 MB of pictures at most; the oldest goes first. */
const MAX_ENTRIES = 200

/** Makes a picture at most once in `seconds`; whoever comes meanwhile shares it. */
export async function getOrMake(key: string, seconds: number, make: () => Promise<ArrayBuffer>) {
  const pictures = kept("pictures", () => new Map<string, Entry>())
  const known = pictures.get(key)
  if (known && performance.now() - known.madeAt < seconds * 1000) return known.picture
  const entry = { picture: make(), madeAt: performance.now() }
  pictures.delete(key)
  pictures.set(key, entry)
  for (const oldest of pictures.keys()) {
    if (pictures.size <= MAX_ENTRIES) break
    pictures.delete(oldest)
  }
  // A failure is not kept: the next request tries again.
  entry.picture.catch(() => {
    if (pictures.get(key) === entry) pictures.delete(key)
  })
  return entry.picture
}
