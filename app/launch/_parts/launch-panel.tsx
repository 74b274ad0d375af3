"use client"

import { useEffect } from "react"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { CreationCostDetails, findMissingWei } from "@/components/chain/creation-cost"
import { useCreationCost } from "@/components/chain/use-creation-cost"
import { SaveContentPanel } from "@/components/content/save-content-panel"
import { Button } from "@/components/ui/button"
import { DetailRow } from "@/components/ui/figures"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import type { StoredLaunch } from "./draft"
import { encodeLaunch, useLaunch } from "./use-launch"

type Props = {
  stored: StoredLaunch
  /** Whether the draft can be launched as it is. */
  isComplete: boolean
  onCreated: (address: string) => void
  onStored: () => void
}

/** What it costs, the one transaction, and then the storing of what the contract does not hold. */
export function LaunchPanel({ stored, isComplete, onCreated, onStored }: Props) {
  const { launch, transaction, created } = useLaunch(stored)
  const { state } = transaction
  useEffect(() => {
    if (created && created !== stored.created) onCreated(created)
  }, [created, stored.created, onCreated])
  const isReady = created === null && state.phase !== "running"
  return (
    <div className="grid grid-cols-1 gap-4">
      {isReady && <LaunchButton isComplete={isComplete} stored={stored} launch={launch} />}
      <TransactionProgress
        hasApproval={false}
        state={state}
        success={`${stored.draft.symbol} is launched`}
      />
      {created && state.phase !== "running" && (
        <SaveContentPanel
          address={created}
          draft={stored.draft}
          href={`/launch/${created}`}
          news={`${stored.draft.symbol} exists and can be traded.`}
          onStored={onStored}
        />
      )}
    </div>
  )
}

type ButtonProps = Pick<Props, "stored" | "isComplete"> & { launch: (fee: bigint) => unknown }

function LaunchButton({ stored, isComplete, launch }: ButtonProps) {
  const wallet = useWallet()
  const { contracts } = useBrowserConfig()
  const cost = useCreationCost({
    to: contracts.factory,
    data: isComplete ? encodeLaunch(stored.draft) : null,
    usualGas: 2_600_000n,
  })
  const { fee } = cost
  return (
    <>
      <CreationCostDetails cost={cost}>
        <DetailRow label="Start liquidity">none, it is virtual</DetailRow>
      </CreationCostDetails>
      {wallet.status !== "connected" ? (
        <Button onClick={openConnect} pending={wallet.status === "connecting"} size="lg">
          Connect a wallet to launch
        </Button>
      ) : wallet.isWrongChain ? (
        <WrongChain />
      ) : (
        <Button
          disabled={!isComplete || fee === undefined || findMissingWei(cost) !== null}
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
