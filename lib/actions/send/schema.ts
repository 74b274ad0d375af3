import { z } from "zod"
import { blocker } from "@/lib/actions/schema"
import { syncEvent } from "@/lib/indexer/schema"

/** Most transactions of one request. */
export const MOST_TRANSACTIONS = 10

/** Bytes of a transaction, in hexadecimal digits: the most that nodes take is 128 KiB. */
const MOST_DIGITS = 2 * 128 * 1_024

const signedBytes = z
  .string()
  .max(MOST_DIGITS + 2)
  .regex(/^0x([0-9a-fA-F]{2})+$/, "must be the bytes of a signed transaction in hexadecimal digits")
  .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)

export const sendRequest = z.object({
  signed: z.array(signedBytes).min(1).max(MOST_TRANSACTIONS),
  wait: z
    .enum(["sent", "mined", "indexed"])
    .default("indexed")
    .describe("what the answer waits for, at most 30 seconds"),
})

export type SendRequest = z.output<typeof sendRequest>

const sentTransaction = z
  .object({
    hash: z.string(),
    status: z.enum(["pending", "success", "reverted"]),
    blockNumber: z.int().nullable(),
    events: z.array(syncEvent).describe("as the sync endpoint has them; empty until indexed"),
    error: blocker.optional().describe("why it was reverted"),
  })
  .meta({ id: "SentTransaction" })

export type SentTransaction = z.output<typeof sentTransaction>

export const sendResponse = z.object({ transactions: z.array(sentTransaction) })
