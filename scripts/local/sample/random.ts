export type RandomStream = {
  /** Uniform in [0, 1). */
  next(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  normal(): number
  /** Waiting time until the next of events that are `mean` apart on average. */
  wait(mean: number): number
  logNormal(median: number, sigma: number): number
  /** One of the items, by weight; undefined when no weight is above zero. */
  weighted<T>(items: readonly T[], weight: (item: T) => number): T | undefined
}

/** A stream of pseudo-random numbers that depends on nothing but its seed (sfc32). */
export function randomStream(seed: string): RandomStream {
  const next = sfc32(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    normal,
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    wait: (mean) => -mean * Math.log(1 - next()),
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    weighted(items, weight) {
      const weights = items.map((item) => Math.max(0, weight(item)))
      let left = next() * weights.reduce((sum, value) => sum + value, 0)
      return items.find((_, i) => {
        const own = weights[i] ?? 0
        left -= own
        return own > 0 && left < 0
      })
    },
  }
}

function sfc32(seed: string) {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = 0xb7e15162
  let counter = 1
  for (const char of seed) a = Math.imul(a ^ (char.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  // Similar seeds start out alike; a few rounds drive them apart.
  for (let i = 0; i < 16; i++) next()
  return next
}
