import { z } from "zod"

/** Channel on which ingest tells what it has stored. */
export const CHANNEL = "atoll_index"

/** Payload of the notification. Without `tokens` anything may have changed, with none nothing. */
export const indexNotice = z.object({
  block: z.int().nullable(),
  head: z.int().nullable(),
  tokens: z.array(z.string()).optional(),
})

export type IndexNotice = z.output<typeof indexNotice>

/** Data of every event of the stream: `change` (read again) and `beat` (still there). */
export const liveEvent = z.object({
  /** Highest block fully indexed and highest block seen; null while the index is empty. */
  block: z.int().nullable(),
  head: z.int().nullable(),
})

export type LiveEvent = z.output<typeof liveEvent>

/** Silence between two events of a stream that is well. */
export const BEAT_MS = 15_000

/** Tokens one subscriber can name; whoever wants more is told everything. */
export const MAX_TOPICS = 50
