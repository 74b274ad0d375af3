"use client"

import { Button } from "@/components/ui/button"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { amount } from "@/lib/format"

type Props = {
  /** In wei of the native coin. */
  fee: { data: bigint | undefined; error: unknown }
  isRunning: boolean
}

export function LaunchAction({ fee, isRunning }: Props) {
  const wallet = useWallet()
  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        Connect a wallet to launch
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />
  return (
    <div className="grid gap-2">
      <Button
        className="min-h-12"
        disabled={fee.data === undefined}
        pending={isRunning}
        type="submit"
      >
        Launch token
      </Button>
      {fee.data === undefined && fee.error ? (
        <FailureNotice failure={describeFailure(fee.error)} />
      ) : (
        <p className="text-sm text-muted">
          Creation fee: {fee.data === undefined ? "…" : feeText(fee.data)}. One transaction, plus
          the network fee.
        </p>
      )}
    </div>
  )
}

function feeText(fee: bigint) {
  return fee === 0n ? "none" : `${amount(fee)} of the native coin`
}
