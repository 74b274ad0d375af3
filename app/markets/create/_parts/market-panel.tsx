"use client"

import { parseEventLogs, type TransactionReceipt } from "viem"
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
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { createMarketCall, type MarketTerms } from "@/lib/markets/creation-call"
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
    storedAddress: stored.created,
    readCreated: readCreatedMarket,
  })
  const terms = termsOf(draft)
  const { call } = createMarketCall(contracts, { ...terms, fee: 0n })
  const cost = useCreationCost({
    to: call.to,
    data: isComplete ? call.data : null,
    usualGas: USUAL_GAS,
  })
  const { seed } = terms
  const { data: balance } = useTokenBalance(contracts.usdb, owner)
  const missing = balance !== undefined && balance < seed ? seed - balance : null
  const action = actionOf(terms)
  const create = (fee: bigint) =>
    creation.transaction.run({ ...createMarketCall(contracts, { ...terms, fee }), action })
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
        action={action}
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

/** The wizard's terms without the fee, which is read from the chain. */
function termsOf(draft: MarketDraft): Omit<MarketTerms, "fee"> {
  const end = draft.isOpenEnded ? null : parseEndTime(draft.endsAt)
  return {
    name: draft.question.trim(),
    symbol: deriveSymbol(draft),
    endTime: BigInt(end ? Math.floor(end.getTime() / 1000) : 0),
    options: draft.options.map((option) => option.trim()),
    isFrozen: false,
    rewardTarget: 0n,
    seed: parseSeed(draft) ?? 0n,
    private: draft.kind === "public" ? null : { isEvent: draft.isPrivateEvent },
  }
}

/** The market for the quote. */
const actionOf = (terms: Omit<MarketTerms, "fee">) => ({
  ...{ action: "market.create" as const, name: terms.name, symbol: terms.symbol },
  ...{ endTime: Number(terms.endTime), options: [...terms.options], frozen: terms.isFrozen },
  ...{ bonding: `${terms.rewardTarget}`, seedAmount: `${terms.seed}` },
  ...{ isPrivate: terms.private !== null, privateEvent: terms.private?.isEvent ?? false },
})

function readCreatedMarket(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: marketTradingAbi,
    eventName: "MarketCreated",
    logs: receipt.logs,
  })
  return event ? toAddress(event.args.marketToken) : null
}
