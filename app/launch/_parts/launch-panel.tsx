"use client"

import { useEffect } from "react"
import { StorePanel } from "@/components/content/store-panel"
import { Button } from "@/components/ui/button"
import { Line } from "@/components/ui/figures"
import { useBrowserConfig } from "@/components/wallet/config"
import { CostLines, missingOf } from "@/components/wallet/cost-lines"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useCost } from "@/components/wallet/use-cost"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import type { KeptDraft } from "./draft"
import { creation, useLaunch } from "./use-launch"

type Props = {
  kept: KeptDraft
  /** Whether the draft can be launched as it is. */
  isComplete: boolean
  onCreated: (address: string) => void
  onStored: () => void
}

/** What it costs, the one transaction, and then the storing of what the contract does not hold. */
export function LaunchPanel({ kept, isComplete, onCreated, onStored }: Props) {
  const { launch, transaction, created } = useLaunch(kept)
  const { state } = transaction
  useEffect(() => {
    if (created && created !== kept.created) onCreated(created)
  }, [created, kept.created, onCreated])
  const isUnderWay = created === null && state.phase !== "running"
  return (
    <div className="grid grid-cols-1 gap-4">
      {isUnderWay && <LaunchButton isComplete={isComplete} kept={kept} launch={launch} />}
      <TransactionProgress
        hasApproval={false}
        state={state}
        success={`${kept.draft.symbol} is launched`}
      />
      {created && state.phase !== "running" && (
        <StorePanel
          address={created}
          draft={kept.draft}
          href={`/launch/${created}`}
          news={`${kept.draft.symbol} exists and can be traded.`}
          onStored={onStored}
        />
      )}
    </div>
  )
}

type ButtonProps = Pick<Props, "kept" | "isComplete"> & { launch: (fee: bigint) => unknown }

function LaunchButton({ kept, isComplete, launch }: ButtonProps) {
  const wallet = useWallet()
  const { contracts } = useBrowserConfig()
  const cost = useCost({
    to: contracts.factory,
    data: isComplete ? creation(kept.draft) : null,
    usualGas: 2_600_000n,
  })
  const { fee } = cost
  return (
    <>
      <CostLines cost={cost}>
        <Line label="Start liquidity">none, it is virtual</Line>
      </CostLines>
      {wallet.status !== "connected" ? (
        <Button onClick={openConnect} pending={wallet.status === "connecting"} size="lg">
          Connect a wallet to launch
        </Button>
      ) : wallet.isWrongChain ? (
        <WrongChain />
      ) : (
        <Button
          disabled={!isComplete || fee === undefined || missingOf(cost) !== null}
          onClick={() => fee !== undefined && launch(fee)}
          size="lg"
        >
          Launch token
        </Button>
      )}
      {fee === undefined && cost.error ? (
        <FailureNotice failure={describeFailure(cost.error)} />
      ) : (
        <p className="text-sm text-muted">
          One transaction. After it you sign a message, at no cost, and the picture, the description
          and the links are stored.
        </p>
      )}
    </>
  )
}
