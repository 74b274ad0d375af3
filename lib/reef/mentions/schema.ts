import { z } from "zod"
import { type SearchItem, searchItem } from "@/lib/search/schema"

/** Of one text; more would bury what it says. */
export const MOST_MENTIONS = 4

/** A token or market as it stands now. */
export type Mention = Extract<SearchItem, { kind: "token" | "market" }>

const words = (each: z.ZodString) =>
  z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((word) => word.trim() || []))
    .pipe(z.array(each).max(2 * MOST_MENTIONS))

/** What a text names, separated by commas. */
export const mentionsQuery = z.object({
  addresses: words(z.string().regex(/^0x[0-9a-f]{40}$/)),
  symbols: words(z.string().min(1).max(40)),
})

export const mentionList = z.object({ data: z.array(searchItem) })
