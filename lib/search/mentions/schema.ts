import { z } from "zod"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"
import { searchItem } from "@/lib/search/schema"

/** Mentions shown below one text. */
export const MAX_MENTIONS = 4

const [token, market] = searchItem.options

/** A token or market with its current figures. */
const mention = z.discriminatedUnion("kind", [token, market])
export type Mention = z.output<typeof mention>

const commaSeparated = (item: z.ZodString) =>
  z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((word) => word.trim() || []))
    .pipe(z.array(item).max(2 * MAX_MENTIONS))

/** Mentions of a text, separated by commas. */
export const mentionsQuery = z.object({
  addresses: commaSeparated(z.string().regex(LOWERCASE_ADDRESS_PATTERN)),
  symbols: commaSeparated(z.string().min(1).max(40)),
})

export const mentionList = z.object({ data: z.array(mention) })
