import { processSingleton } from "@/lib/async/process-singleton"
import { ApiError } from "@/lib/http/errors"
import { cleanImage, type ImageFile } from "./image"
import { storeIssuedImage } from "./issued-images"
import { type PinnedContent, pin } from "./pin"
import { reserveAvatar, reserveImage } from "./quota"

/** Queued uploads of one wallet; each keeps its file in memory. */
const MAX_WAITING_PER_WALLET = 8

type Upload = { wallet: string; file: ImageFile; token: string | null }

/**
 * Decodes and pins an image; the caller has checked the permission. Quotas are counted before decoding. One upload per
 * wallet runs at a time in this process.
 */
export function storeTokenImage(upload: Upload): Promise<PinnedContent> {
  return runInWalletQueue(upload.wallet, () => storeWithinQuota(upload))
}

/** The same for an avatar, which also counts in the wallet's month once it is stored. */
export function storeAvatar({ wallet, file }: Omit<Upload, "token">): Promise<PinnedContent> {
  return runInWalletQueue(wallet, async () => {
    const reservation = await reserveAvatar(wallet)
    try {
      const pinned = await storeWithinQuota({ wallet, file, token: null })
      await reservation.use(pinned.cid)
      return pinned
    } catch (error) {
      await reservation.release()
      throw error
    }
  })
}

/**
 * An image that cannot be decoded stays counted, because it costs as much; after a failure of the server the count is
 * taken back.
 */
async function storeWithinQuota({ wallet, file, token }: Upload): Promise<PinnedContent> {
  const count = await reserveImage(wallet, token)
  try {
    const image = await cleanImage(file)
    return await pinImage({ ...image, name: `${token ?? wallet}.${file.extension}` })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "FILE_UNREADABLE")) await count.release()
    throw error
  }
}

/** Pins an image and stores that its URL was issued here. */
async function pinImage(image: {
  bytes: Uint8Array
  type: string
  name: string
}): Promise<PinnedContent> {
  const pinned = await pin(image)
  await storeIssuedImage({ cid: pinned.cid, type: image.type, size: image.bytes.length })
  return pinned
}

type UploadQueue = { last: Promise<unknown>; size: number }

/** Runs the work after the wallet's earlier uploads; throws when the queue is full. */
async function runInWalletQueue<T>(wallet: string, work: () => Promise<T>): Promise<T> {
  const queues = processSingleton("image-uploads", () => new Map<string, UploadQueue>())
  const queue = queues.get(wallet) ?? { last: Promise.resolve(), size: 0 }
  if (queue.size > MAX_WAITING_PER_WALLET) {
    const message = "Too many images of this wallet are waiting; upload them one after the other"
    throw new ApiError("RATE_LIMITED", message, { retryAfter: 5 })
  }
  queues.set(wallet, queue)
  queue.size++
  const result = queue.last.then(work)
  queue.last = result.catch(() => {})
  try {
    return await result
  } finally {
    queue.size--
    if (queue.size === 0) queues.delete(wallet)
  }
}
