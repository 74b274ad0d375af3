"use client"

import { type ReactNode, useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { ReadFailure } from "@/components/ticket/quote-status"
import { useAssetRounds } from "@/components/updown/live-rounds"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import type { Asset } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import type { Timeframe } from "@/lib/updown/timeframes"
import type { AssetRounds } from "@/lib/updown/view"
import { BetForm } from "./bet-form"
import { readBetWallet } from "./wallet-state"

export type RoundTicketProps = {
  asset: Asset
  timeframe: Timeframe
  /** The side that was pressed to come here; null for none. */
  side: Side | null
  /** Shown while there is no contract. */
  children?: ReactNode
}

/** Bets USDB on the current round of an asset and timeframe. */
export function RoundTicket({ children = null, ...props }: RoundTicketProps) {
  const state = useAssetRounds(props.asset)
  return state ? <Ticket {...props} state={state} /> : children
}

function Ticket({ asset, timeframe, side, state }: RoundTicketProps & { state: AssetRounds }) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const { address: owner } = wallet
  const contract = toAddress(state.contract)
  const round = state.rounds[timeframe.code] ?? null
  const roundId = round?.roundId ?? 0
  const query = useChainQuery({
    key: ["bet", contract, timeframe.code, roundId, owner],
    isEnabled: owner !== undefined,
    read: (client) =>
      owner
        ? readBetWallet(client, {
            ...{ contract, roundId, owner },
            ...{ tf: timeframe.code, usdb: contracts.usdb },
          })
        : Promise.resolve(null),
  })
  // Outlives the round: an amount that was typed is kept for the next one.
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState(side)
  return (
    <div className="grid grid-cols-1 gap-4">
      <BetForm
        asset={asset}
        contract={contract}
        isPaused={state.isPaused}
        minBet={state.minBet}
        onSide={setChosen}
        onText={setText}
        round={round}
        side={chosen ?? query.data?.held?.side ?? "bull"}
        text={text}
        timeframe={timeframe}
        wallet={wallet}
        walletState={query.data ?? null}
      />
      <ReadFailure query={query} />
    </div>
  )
}
