/** A moment of a token's life. */
export type TimelinePoint = {
  /** Days since the launch. */
  day: number
  /** Quote reserve as a multiple of the reserve at launch; trades lean towards it. */
  depth: number
  /** Trades a day. */
  perDay: number
}

/** Something other than a trade, done by the creator unless a wallet is named. */
export type TokenEvent = { day: number } & (
  | Whitelisting
  | { kind: "surge"; startRate: number; endRate: number; hours: number }
  | { kind: "endSurge" }
  | { kind: "devShare"; player: string; basisPoints: number }
  | { kind: "claimRewards" }
  | { kind: "vet" }
)

/** Lets wallets buy a frozen token; founders buy at once for a part of their limit, and hold it. */
export type Whitelisting = {
  kind: "whitelist"
  players: readonly string[]
  limit: number
  tag: string
  areFounders?: boolean
}

/** How a token is traded. */
export type TokenActivity = {
  symbol: string
  /** Day of the history on which its trading begins. */
  day: number
  /** Trades of the first hours. */
  burst: number
  /** How far the pool strays from its story, as a standard deviation of its logarithm. */
  swing: number
  /** How strongly the mood of the whole venue moves it. */
  beta: number
  story: readonly TimelinePoint[]
}

/** What a token is created with. */
export type LaunchTerms = {
  symbol: string
  name: string
  multiplier: number
  /** Whole USD. */
  startLP: number
  /** Length of the reward phase, whole USDB. */
  bonding: number
  frozen: boolean
}

/** A token that is created in the history. */
export type Launch = TokenActivity & LaunchTerms & { creator: string; deeds: readonly TokenEvent[] }

/** Reads a table of chapters: day, depth and trades a day on each line. */
export function parseTimeline(table: string): TimelinePoint[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [day, depth, perDay] = line.trim().split(/\s+/).map(Number)
      if (day === undefined || depth === undefined || perDay === undefined) {
        throw new Error(`A chapter needs three numbers: ${line}`)
      }
      return { day, depth, perDay }
    })
}

/** The chapter of a moment, interpolated; depth along its logarithm. */
export function timelineAt(chapters: readonly TimelinePoint[], day: number): TimelinePoint {
  const after = chapters.findIndex((chapter) => chapter.day > day)
  const last = chapters[after === -1 ? chapters.length - 1 : Math.max(0, after - 1)]
  if (!last) throw new Error("A story needs a chapter")
  const next = chapters[after]
  if (!next || next === last) return { ...last, day }
  const share = (day - last.day) / (next.day - last.day)
  return {
    day,
    depth: last.depth * (next.depth / last.depth) ** share,
    perDay: last.perDay + (next.perDay - last.perDay) * share,
  }
}
