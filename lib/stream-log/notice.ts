import { z } from "zod"

/** Channel on which writers of the log tell that there is something new. */
export const NOTIFY_CHANNEL = "atoll_index"

/** Payload of the notification: the position of the index where it moved, and whether that is all there is to tell. */
export const indexNotice = z.object({
  block: z.int().nullable(),
  head: z.int().nullable(),
  isQuiet: z.boolean().optional(),
})

export type IndexNotice = z.output<typeof indexNotice>
