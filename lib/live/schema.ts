import { z } from "zod"

/** Channel on which ingest tells what it has stored. */
export const NOTIFY_CHANNEL = "atoll_index"

/** Payload of the notification. Without `tokens` anything may have changed, with none nothing. */
export const indexNotice = z.object({
  block: z.int().nullable(),
  head: z.int().nullable(),
  tokens: z.array(z.string()).optional(),
})

export type IndexNotice = z.output<typeof indexNotice>
