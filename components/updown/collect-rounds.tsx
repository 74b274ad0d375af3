"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { RequireWallet } from "@/components/wallet/connect/require-wallet"
import type { ActionRequest } from "@/components/wallet/transactions/quoted-action"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { type Asset, assetDetails } from "@/lib/updown/assets"
import { claimRoundsCall } from "@/lib/updown/calls"
import { MAX_CLAIMED_ROUNDS } from "@/lib/updown/constants"
import { formatUsdb } from "./labels"
import type { PayingRound } from "./own-rounds"

export type CollectRoundsProps = {
  asset: Asset
  contract: string
  /** Of this asset. */
  paying: readonly PayingRound[]
}

/** Collects everything that an asset's rounds pay the wallet, in one transaction. */
export function CollectRounds({ asset, contract, paying }: CollectRoundsProps) {
  const wallet = useWallet()
  const { run, state, isRunning } = useTransaction({ name: `collect.${contract}` })
  // Until the index knows: a second press would cost a failing transaction.
  const [collected, setCollected] = useState<readonly PayingRound[]>([])
  const left = paying.filter((each) => !collected.some((other) => isSame(each, other)))
  const title = describeCollection(left)
  const collect = async () => {
    const isDone = await run({
      title: `${title}: ${assetDetails[asset].symbol}`,
      call: claimRoundsCall(toAddress(contract), left),
      action: toAction(asset, left),
    })
    if (isDone) setCollected((before) => [...before, ...left])
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {left.length > 0 && (
        <RequireWallet connectLabel="Connect to collect" wallet={wallet}>
          <Button onClick={() => void collect()} pending={isRunning}>
            {title}
          </Button>
        </RequireWallet>
      )}
      <TransactionProgress hasApproval={false} state={state} success="Collected" />
    </div>
  )
}

/** The action for the quote, which takes 50 rounds of one timeframe; null for more or mixed ones. */
function toAction(asset: Asset, rounds: readonly PayingRound[]): ActionRequest | null {
  const [first] = rounds
  if (!first || rounds.length > MAX_CLAIMED_ROUNDS) return null
  if (rounds.some(({ tf }) => tf !== first.tf)) return null
  const roundIds = rounds.map(({ roundId }) => roundId)
  return { action: "updown.claim", asset, timeframe: first.tf, roundIds }
}

const isSame = (a: PayingRound, b: PayingRound) => a.tf === b.tf && a.roundId === b.roundId

/** "Collect 3 rounds: 41.2 USDB". */
export function describeCollection(paying: readonly PayingRound[]): string {
  const total = paying.reduce((sum, { payout }) => sum + BigInt(payout), 0n)
  const rounds = paying.length === 1 ? "1 round" : `${paying.length} rounds`
  return `Collect ${rounds}: ${formatUsdb(total)} USDB`
}
