import { z } from "zod"
import { units } from "@/lib/http/wire"

export const holderRow = z.object({
  wallet: z.string(),
  balance: units,
  /** Of the circulating supply, in basis points, rounded down. */
  share: z.int(),
})

export type HolderRow = z.output<typeof holderRow>

/** A holder with its label, and its buys less its sells in the last 24 hours. */
export type LabeledHolder = HolderRow & { label: string | null; dayTraded: bigint }

/** Holders of a token. Shares are basis points of the circulating supply, rounded down. */
export type HolderTable = {
  supply: bigint
  holders: LabeledHolder[]
  /** Share of the ten largest wallets without contracts of the platform; null without holders. */
  topTenShare: number | null
  creatorBalance: bigint
  creatorShare: number
}
