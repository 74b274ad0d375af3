"use client"

import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import type { Asset } from "@/lib/updown/assets"
import { type RoundAction, roundCall } from "@/lib/updown/calls"
import type { Timeframe } from "@/lib/updown/timeframes"
import { seriesName } from "./labels"
import { useRounds } from "./live-rounds"

export type RoundActionProps = {
  action: RoundAction
  asset: Asset
  timeframe: Timeframe
  contract: string
}

const texts: Record<RoundAction, { label: string; connect: string; done: string }> = {
  settle: { label: "Settle the round", connect: "Connect to settle", done: "The round is settled" },
  cancel: {
    label: "End the round",
    connect: "Connect to end it",
    done: "The round has ended",
  },
  start: { label: "Open a round", connect: "Connect to open one", done: "The round is open" },
}

/** An action that any wallet may take; the wallet that takes it pays the network fee. */
export function RoundActionButton({ action, asset, timeframe, contract }: RoundActionProps) {
  const wallet = useWallet()
  const { refresh } = useRounds()
  const { run, state, isRunning } = useTransaction({
    name: `round.${contract}.${timeframe.code}`,
    onMined: () => void refresh(),
  })
  const { label, connect, done } = texts[action]
  const send = () =>
    run({
      title: `${label}: ${seriesName(asset, timeframe)}`,
      call: roundCall(toAddress(contract), action, timeframe.code),
      action: null,
    })
  return (
    <div className="grid grid-cols-1 gap-3">
      <RequireWallet connectLabel={connect} wallet={wallet}>
        <Button onClick={() => void send()} pending={isRunning} variant="secondary">
          {label}
        </Button>
      </RequireWallet>
      <TransactionProgress hasApproval={false} state={state} success={done} />
    </div>
  )
}
