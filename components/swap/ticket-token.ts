/** What the server knows of a token when it draws its ticket; prices have 18 decimals, rates are bp. */
export type TicketToken = {
  address: string
  symbol: string
  name: string
  isMain: boolean
  priceUsd: bigint | null
  /** Null for TIDE, and while the chain does not answer. */
  floorUsd: bigint | null
  /** Of a trade now, surge included. */
  taxRate: bigint | null
  frozen: boolean | null
  surge: TicketSurge | null
}

/** The newest surge tax, as the index knows it; it may be over. */
export type TicketSurge = {
  startRate: number
  endRate: number
  startsAt: Date
  /** When it ends by itself. */
  plannedEnd: Date
  /** When it ended or will end. */
  endsAt: Date
}

export const SIDES = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const
