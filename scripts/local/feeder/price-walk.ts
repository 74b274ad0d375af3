import type { RandomStream } from "../sample/random"

const YEAR_SECONDS = 365.25 * 86_400

/** A post is due when the last one is this old, */
const HEARTBEAT_SECONDS = 30
/** or when the price has moved by this part of it. */
const DEVIATION = 0.0005

/** The last post to the feed. */
export type Post = { price: number; time: number }

/**
 * A geometric random walk: equal times bring equally distributed relative changes, whose deviation grows with the root
 * of the time, and the expected price stays constant. `step` passes seconds and returns the price.
 */
export function createPriceWalk(start: number, volatility: number, random: RandomStream) {
  let price = start
  return {
    step(seconds: number): number {
      const deviation = volatility * Math.sqrt(seconds / YEAR_SECONDS)
      price *= Math.exp(deviation * random.normal() - deviation ** 2 / 2)
      return price
    },
  }
}

export type PriceWalk = ReturnType<typeof createPriceWalk>

/** Whether a feed posts a price at a time (seconds): by deviation or heartbeat, like Chainlink's. */
export function isPostDue(last: Post, price: number, now: number): boolean {
  return (
    now - last.time >= HEARTBEAT_SECONDS || Math.abs(price - last.price) >= DEVIATION * last.price
  )
}
