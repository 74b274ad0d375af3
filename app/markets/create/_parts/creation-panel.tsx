"use client"

import { useEffect } from "react"
import type { Kept } from "@/components/content/drafts"
import { StorePanel } from "@/components/content/store-panel"
import { Button, ButtonLink } from "@/components/ui/button"
import { Line } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { useBrowserConfig } from "@/components/wallet/config"
import { CostLines, missingOf } from "@/components/wallet/cost-lines"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useTokenBalance } from "@/components/wallet/use-chain-query"
import { useCost } from "@/components/wallet/use-cost"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { type Draft, seedOf } from "./plan"
import { creationOf, useCreation } from "./use-creation"

/** What creating a market of two outcomes takes; the node says it better once the seed is approved. */
const USUAL_GAS = 3_200_000n

type Props = {
  kept: Kept<Draft>
  isComplete: boolean
  onCreated: (address: string) => void
  onStored: () => void
}

/** What it costs, the transaction, and then the storing of what the contract does not hold. */
export function CreationPanel({ kept, isComplete, onCreated, onStored }: Props) {
  const { create, transaction, created } = useCreation(kept)
  const { state } = transaction
  useEffect(() => {
    if (created && created !== kept.created) onCreated(created)
  }, [created, kept.created, onCreated])
  const isUnderWay = created === null && state.phase !== "running"
  return (
    <div className="grid grid-cols-1 gap-4">
      {isUnderWay && <CreateButton create={create} isComplete={isComplete} kept={kept} />}
      <TransactionProgress
        hasApproval={(seedOf(kept.draft) ?? 0n) > 0n}
        state={state}
        success="The market is open"
      />
      {created && state.phase !== "running" && (
        <StorePanel
          address={created}
          draft={kept.draft}
          href={`/markets/${created}`}
          news="The market is open and can be bet on."
          onStored={onStored}
        />
      )}
    </div>
  )
}

type ButtonProps = Pick<Props, "kept" | "isComplete"> & { create: (fee: bigint) => unknown }

function CreateButton({ kept: { draft }, isComplete, create }: ButtonProps) {
  const wallet = useWallet()
  const { contracts } = useBrowserConfig()
  const call = creationOf(draft, contracts)
  const cost = useCost({ to: call.to, data: isComplete ? call.data : null, usualGas: USUAL_GAS })
  const seed = seedOf(draft) ?? 0n
  const { data: balance } = useTokenBalance(contracts.usdb, wallet.address)
  const isShort = balance !== undefined && balance < seed
  const { fee } = cost
  return (
    <>
      <CostLines cost={cost}>
        <Line label="Seed of the pot">
          <Amount unit="USDB" value={seed} />
        </Line>
        {balance !== undefined && (
          <Line label="USDB in your wallet">
            <Amount unit="USDB" value={balance} />
          </Line>
        )}
      </CostLines>
      {isShort && (
        <Notice
          action={<ButtonLink href="/faucet">Get USDB</ButtonLink>}
          title="Not enough USDB for the seed"
          tone="warning"
        >
          <p>
            <Amount unit="USDB" value={seed - balance} /> are missing.
          </p>
        </Notice>
      )}
      {wallet.status !== "connected" ? (
        <Button onClick={openConnect} pending={wallet.status === "connecting"} size="lg">
          Connect a wallet to create it
        </Button>
      ) : wallet.isWrongChain ? (
        <WrongChain />
      ) : (
        <Button
          disabled={!isComplete || fee === undefined || missingOf(cost) !== null || isShort}
          onClick={() => fee !== undefined && create(fee)}
          size="lg"
        >
          Create market
        </Button>
      )}
      {fee === undefined && cost.error ? (
        <FailureNotice failure={describeFailure(cost.error)} />
      ) : (
        <p className="text-sm text-muted">
          You approve the seed, then one transaction opens the market. After it you sign a message,
          at no cost, and the picture, the rules and the links are stored.
        </p>
      )}
    </>
  )
}
