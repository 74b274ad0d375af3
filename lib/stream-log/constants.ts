/** The messages of a stream, by the name of their event. */
export const streamKinds = [
  "trade",
  "candle",
  "liquidity",
  "marketEvent",
  "market",
  "order",
  "loanEvent",
  "vaultEvent",
  "vestingEvent",
  "round",
  "post",
  "block",
  "reorg",
] as const

export type StreamKind = (typeof streamKinds)[number]

/** A change of page content, which only pages receive. */
export const CHANGE = "change"

/** What the log holds. */
export type LoggedKind = StreamKind | typeof CHANGE

/** Rows of events of the chain: stored once, never changed. */
export const eventKinds = [
  "trade",
  "liquidity",
  "marketEvent",
  "loanEvent",
  "vaultEvent",
  "vestingEvent",
] as const satisfies StreamKind[]

export type EventKind = (typeof eventKinds)[number]

/** Days for which a cursor can be resumed. */
export const KEPT_DAYS = 7

/** Topics of one stream. A page that wants more is told everything. */
export const MAX_TOPICS = 50

/** Open streams of one wallet, by key or session. */
export const MAX_STREAMS = 10

/** Silence between two events of a stream that is well. */
export const HEARTBEAT_MS = 15_000

/** Pause before a client connects again. */
export const RETRY_MS = 2_000
