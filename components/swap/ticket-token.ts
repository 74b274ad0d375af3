import type { AutoVest } from "@/lib/tokens/auto-vest"
import type { Side } from "@/lib/tokens/preview"

/** Indexed values of a token for its ticket; prices have 18 decimals, rates are basis points. */
export type TicketToken = {
  address: string
  symbol: string
  name: string
  isMain: boolean
  priceUsd: bigint | null
  /** Null for TIDE, and while the chain does not answer. */
  floorUsd: bigint | null
  /** Current tax, surge included. */
  taxRate: bigint | null
  frozen: boolean | null
  surge: TicketSurge | null
  /** How purchases vest; absent where they do not. */
  autoVest?: AutoVest | null
}

/** The side is kept above the ticket, which loads later. */
export type SwapTicketProps = { token: TicketToken; side: Side; onSide: (side: Side) => void }

/** The newest surge tax in the index; it may be over. */
export type TicketSurge = {
  startRate: number
  endRate: number
  startsAt: Date
  /** When it ends unless it is ended early. */
  plannedEnd: Date
  /** When it has ended or will end. */
  endsAt: Date
}

export const SIDES = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const
