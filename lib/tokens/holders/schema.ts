import { z } from "zod"

const units = z.string().transform(BigInt)

export const holderRow = z.object({
  wallet: z.string(),
  balance: units,
  /** Of the circulating supply, in basis points, rounded down. */
  share: z.int(),
})

export type HolderRow = z.output<typeof holderRow>

/** A holder with what it is, and what it bought less what it sold in the last 24 hours. */
export type LabeledHolder = HolderRow & { label: string | null; dayTraded: bigint }

/** Who holds a token. Shares are basis points of the circulating supply, rounded down. */
export type HolderTable = {
  supply: bigint
  holders: LabeledHolder[]
  /** Of the ten largest wallets together, contracts of the platform left out; null without holders. */
  topTenShare: number | null
  creatorBalance: bigint
  creatorShare: number
}

/** What a wallet holds. USD values have 18 decimals and are null before the token's first Sync row. */
export const holding = z.object({
  token: z.string(),
  name: z.string(),
  symbol: z.string(),
  image: z.string().nullable(),
  balance: units,
  priceUsd: units.nullable(),
  valueUsd: units.nullable(),
  /** Of the price over 24 hours, in basis points. */
  dayChange: units.nullable(),
})

export type Holding = z.output<typeof holding>
