import { processSingleton } from "@/lib/async/process-singleton"
import { ApiError } from "@/lib/http/errors"

/** Requests that may wait for transactions at a time: of one wallet, and of all in this process. */
export const MOST_OF_WALLET = 10
const MOST_OF_ALL = 500
/** A request waits at most half a minute. */
const RETRY_AFTER_SECONDS = 5

const places = processSingleton("sending-places", () => new Map<string, number>())

/** Takes a place for a request that waits for transactions; returns the function that gives it back. */
export function takePlace(wallet: string): () => void {
  const own = places.get(wallet) ?? 0
  const all = [...places.values()].reduce((sum, count) => sum + count, 0)
  if (own >= MOST_OF_WALLET || all >= MOST_OF_ALL) {
    const whose = own >= MOST_OF_WALLET ? "of this wallet" : "of this service"
    throw new ApiError("TOO_MANY_WAITING", `${Math.max(own, 1)} requests ${whose} wait already`, {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  places.set(wallet, own + 1)
  return () => {
    const left = (places.get(wallet) ?? 1) - 1
    if (left > 0) places.set(wallet, left)
    else places.delete(wallet)
  }
}
