"use client"

import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
  type TransactionReceipt,
} from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useTokenBalance } from "@/components/chain/use-chain-query"
import { useCreationCost } from "@/components/chain/use-creation-cost"
import { ButtonLink } from "@/components/ui/button"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { Amount } from "@/components/ui/number"
import { useWallet } from "@/components/wallet/use-wallet"
import {
  CreateButton,
  CreationPanel,
  type CreationPanelProps,
} from "@/components/wizard/creation-panel"
import { useCreation } from "@/components/wizard/use-creation"
import { type PlatformContracts, toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { creationTransactionName } from "./draft"
import { deriveSymbol, type MarketDraft, parseEndTime, parseSeed } from "./validation"

/** Gas for two outcomes, until the seed is approved and the node can estimate it. */
const USUAL_GAS = 3_200_000n

/** The cost of the market, the transaction that creates it, then saving its content. */
export function MarketPanel(props: CreationPanelProps<MarketDraft>) {
  const { stored, isComplete } = props
  const { draft } = stored
  const { contracts } = useBrowserConfig()
  const { address: owner } = useWallet()
  const creation = useCreation({
    name: creationTransactionName(stored.id),
    title: "Create a market",
    known: stored.created,
    readCreated: readCreatedMarket,
  })
  const call = encodeCreateMarket(draft, contracts)
  const cost = useCreationCost({
    to: call.to,
    data: isComplete ? call.data : null,
    usualGas: USUAL_GAS,
  })
  const seed = parseSeed(draft) ?? 0n
  const { data: balance } = useTokenBalance(contracts.usdb, owner)
  const missing = balance !== undefined && balance < seed ? seed - balance : null
  const create = (fee: bigint) =>
    creation.transaction.run({
      call: { ...call, value: fee },
      ...(seed > 0n && { approval: { token: contracts.usdb, spender: call.to, amount: seed } }),
    })
  return (
    <CreationPanel
      {...props}
      creation={creation}
      hasApproval={seed > 0n}
      href={(address) => `/markets/${address}`}
      news="Market created."
      success="Market created"
    >
      <CreateButton
        connectLabel="Connect a wallet to create the market"
        cost={cost}
        hint="Approve the seed, then confirm one transaction. Then sign a free message to save the image, rules and links."
        isReady={isComplete && missing === null}
        label="Create market"
        notice={
          missing !== null && (
            <Notice
              action={<ButtonLink href="/faucet">Get USDB</ButtonLink>}
              title="Insufficient USDB for the seed"
              tone="warning"
            >
              <p>
                You need <Amount unit="USDB" value={missing} /> more.
              </p>
            </Notice>
          )
        }
        onCreate={create}
      >
        <DetailRow label="Seed">
          <Amount unit="USDB" value={seed} />
        </DetailRow>
        {balance !== undefined && (
          <DetailRow label="USDB in your wallet">
            <Amount unit="USDB" value={balance} />
          </DetailRow>
        )}
      </CreateButton>
    </CreationPanel>
  )
}

function encodeCreateMarket(
  draft: MarketDraft,
  { marketTrading, privateMarket, mainToken }: PlatformContracts,
): { to: Address; data: Hex } {
  const end = draft.isOpenEnded ? null : parseEndTime(draft.endsAt)
  const question = [
    draft.question.trim(),
    deriveSymbol(draft),
    BigInt(end ? Math.floor(end.getTime() / 1000) : 0),
    draft.options.map((option) => option.trim()),
    mainToken,
  ] as const
  const [isFrozen, rewardTarget] = [false, 0n] as const
  const seed = parseSeed(draft) ?? 0n
  const functionName = "createMarket"
  if (draft.kind === "public") {
    const args = [...question, isFrozen, rewardTarget, seed] as const
    return {
      to: marketTrading,
      data: encodeFunctionData({ abi: marketTradingAbi, functionName, args }),
    }
  }
  const args = [...question, draft.isPrivateEvent, isFrozen, rewardTarget, seed] as const
  return {
    to: privateMarket,
    data: encodeFunctionData({ abi: privateMarketTradingAbi, functionName, args }),
  }
}

function readCreatedMarket(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: marketTradingAbi,
    eventName: "MarketCreated",
    logs: receipt.logs,
  })
  return event ? toAddress(event.args.marketToken) : null
}
