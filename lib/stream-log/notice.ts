import { z } from "zod"

/** Channel on which writers of the log announce new entries. */
export const NOTIFY_CHANNEL = "atoll_index"

/**
 * Payload of the notification: the new position of the index, if it moved, and whether there is nothing else to
 * report.
 */
export const indexNotice = z.object({
  block: z.int().nullable(),
  head: z.int().nullable(),
  isQuiet: z.boolean().optional(),
})

export type IndexNotice = z.output<typeof indexNotice>
