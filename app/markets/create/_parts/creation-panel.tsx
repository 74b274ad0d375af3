"use client"

import { useEffect } from "react"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { CreationCostDetails, findMissingWei } from "@/components/chain/creation-cost"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { useCreationCost } from "@/components/chain/use-creation-cost"
import type { StoredDraft } from "@/components/content/draft-store"
import { SaveContentPanel } from "@/components/content/save-content-panel"
import { Button, ButtonLink } from "@/components/ui/button"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import { encodeCreateMarket, useCreateMarket } from "./use-create-market"
import { type MarketDraft, parseSeed } from "./validation"

/** What creating a market of two outcomes takes; the node says it better once the seed is approved. */
const USUAL_GAS = 3_200_000n

type Props = {
  stored: StoredDraft<MarketDraft>
  isComplete: boolean
  onCreated: (address: string) => void
  onStored: () => void
}

/** What it costs, the transaction, and then the storing of what the contract does not hold. */
export function CreationPanel({ stored, isComplete, onCreated, onStored }: Props) {
  const { create, transaction, created } = useCreateMarket(stored)
  const { state } = transaction
  useEffect(() => {
    if (created && created !== stored.created) onCreated(created)
  }, [created, stored.created, onCreated])
  const isReady = created === null && state.phase !== "running"
  return (
    <div className="grid grid-cols-1 gap-4">
      {isReady && <CreateButton create={create} isComplete={isComplete} stored={stored} />}
      <TransactionProgress
        hasApproval={(parseSeed(stored.draft) ?? 0n) > 0n}
        state={state}
        success="The market is open"
      />
      {created && state.phase !== "running" && (
        <SaveContentPanel
          address={created}
          draft={stored.draft}
          href={`/markets/${created}`}
          news="The market is open and can be bet on."
          onStored={onStored}
        />
      )}
    </div>
  )
}

type ButtonProps = Pick<Props, "stored" | "isComplete"> & { create: (fee: bigint) => unknown }

function CreateButton({ stored: { draft }, isComplete, create }: ButtonProps) {
  const wallet = useWallet()
  const { contracts } = useBrowserConfig()
  const call = encodeCreateMarket(draft, contracts)
  const cost = useCreationCost({
    to: call.to,
    data: isComplete ? call.data : null,
    usualGas: USUAL_GAS,
  })
  const seed = parseSeed(draft) ?? 0n
  const { data: balance } = useTokenBalance(contracts.usdb, wallet.address)
  const isShort = balance !== undefined && balance < seed
  const { fee } = cost
  return (
    <>
      <CreationCostDetails cost={cost}>
        <DetailRow label="Seed of the pot">
          <Amount unit="USDB" value={seed} />
        </DetailRow>
        {balance !== undefined && (
          <DetailRow label="USDB in your wallet">
            <Amount unit="USDB" value={balance} />
          </DetailRow>
        )}
      </CreationCostDetails>
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
          disabled={!isComplete || fee === undefined || findMissingWei(cost) !== null || isShort}
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
