"use client"

import { encodeFunctionData } from "viem"
import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import type { Asset } from "@/lib/updown/assets"
import type { Timeframe } from "@/lib/updown/timeframes"
import { seriesName } from "./labels"
import { useRounds } from "./live-rounds"
import type { RoundAction } from "./round-actions"

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

/** Does what anybody may do; whoever does pays the network fee. */
export function RoundActionButton({ action, asset, timeframe, contract }: RoundActionProps) {
  const wallet = useWallet()
  const { refresh } = useRounds()
  const { run, state, isRunning } = useTransaction({
    name: `round.${contract}.${timeframe.code}`,
    onMined: () => void refresh(),
  })
  const { label, connect, done } = texts[action]
  const call = { to: toAddress(contract), data: encodeAction(action, timeframe.code) }
  return (
    <div className="grid grid-cols-1 gap-3">
      <RequireWallet connectLabel={connect} wallet={wallet}>
        <Button
          onClick={() => void run({ title: `${label}: ${seriesName(asset, timeframe)}`, call })}
          pending={isRunning}
          variant="secondary"
        >
          {label}
        </Button>
      </RequireWallet>
      <TransactionProgress hasApproval={false} state={state} success={done} />
    </div>
  )
}

const functionNames = {
  settle: "settleCurrentRound",
  cancel: "cancelCurrentRoundAndStartNext",
  start: "startRound",
} as const satisfies Record<RoundAction, string>

const encodeAction = (action: RoundAction, tf: number) =>
  encodeFunctionData({ abi: upDownAbi, functionName: functionNames[action], args: [tf] })
