import { z } from "zod"
import { address, isoDate, singleLineText } from "@/lib/http/wire"
import { MAX_BLOCK_REASON_LENGTH } from "./limits"

export const blockBody = z.object({
  wallet: address,
  reason: singleLineText({ max: MAX_BLOCK_REASON_LENGTH }).nullish(),
})

export const unblockBody = z.object({ wallet: address })

const block = z.object({
  wallet: z.string(),
  reason: z.string().nullable(),
  createdAt: isoDate,
})

export type Block = z.output<typeof block>

export const blockResponse = z.object({ success: z.literal(true), block })
export const unblockResponse = z.object({ success: z.literal(true) })

/** Special permissions and restrictions of the page's wallet. */
export const ownRestriction = z.object({
  isAdmin: z.boolean(),
  block: block.omit({ wallet: true }).nullable(),
})
