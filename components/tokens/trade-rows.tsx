"use client"

import { useWalletState } from "@/components/wallet/store"
import type { Usernames } from "@/lib/profiles/authors"
import { TradeRow } from "./trade-row"
import type { TradeRowData } from "./trade-row-data"

export type TradeRowsProps = {
  trades: readonly TradeRowData[]
  /** Usernames by wallet. */
  names?: Usernames | undefined
  /** False where all trades are of one wallet. */
  showsWallet?: boolean
  /** The token's creator and early buyers, where all trades are of one token. */
  creator?: string | undefined
  early?: readonly string[] | undefined
}

/** Trades, with the visitor's own marked. */
export function TradeRows(props: TradeRowsProps) {
  const { trades, names, showsWallet = true, creator, early } = props
  const { address: own } = useWalletState()
  return trades.map((trade) => (
    <TradeRow
      key={trade.id}
      name={names?.[trade.user]}
      trade={trade}
      traders={{ creator, early, own: showsWallet ? own : null }}
    />
  ))
}
