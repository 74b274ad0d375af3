import { z } from "zod"
import { units } from "@/lib/http/wire"
import { toTokenKind } from "@/lib/tokens/schema"

/** The later history of a token that its creator launched. Prices are USD with 18 decimals. */
export const creatorToken = z
  .object({
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    image: z.string().nullable(),
    multiplier: z.int(),
    createdAt: z.date(),
    priceUsd: units.nullable(),
    /** Current USD price against that of the launch, in basis points, rounded towards zero. */
    changeSinceLaunch: units.nullable(),
    tradeCount: z.int(),
    holderCount: z.int(),
  })
  .transform((row) => ({ ...row, kind: toTokenKind(row.multiplier) }))

export type CreatorToken = z.output<typeof creatorToken>
