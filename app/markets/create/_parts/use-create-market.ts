"use client"

import {
  type Address,
  encodeFunctionData,
  type Hex,
  isHex,
  parseEventLogs,
  type TransactionReceipt,
} from "viem"
import { getTransactionReceipt } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import type { StoredDraft } from "@/components/content/draft-store"
import { useTransactions } from "@/components/wallet/transactions/store"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { type PlatformContracts, toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { transactionName } from "./creation-name"
import { deriveSymbol, type MarketDraft, parseEndTime, parseSeed } from "./validation"

/** The way from a draft to its market. `created` is known from the moment the transaction is in a block. */
export function useCreateMarket({ id, draft, created: known }: StoredDraft<MarketDraft>) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: transactionName(id), title: "Create a market" })
  const sent = useSentTransaction(id)
  const created = useChainQuery({
    key: ["market-created", sent?.hash],
    isEnabled: sent !== null && known === null,
    read: async (client) =>
      sent ? readCreatedMarket(await getTransactionReceipt(client, { hash: sent.hash })) : null,
  })
  const create = (fee: bigint) => {
    const call = encodeCreateMarket(draft, contracts)
    const seed = parseSeed(draft) ?? 0n
    return transaction.run({
      call: { ...call, value: fee },
      ...(seed > 0n && { approval: { token: contracts.usdb, spender: call.to, amount: seed } }),
    })
  }
  return { create, transaction, created: known ?? created.data ?? null }
}

/** The draft's transaction once it is in a block, also when another page has followed it there. */
function useSentTransaction(id: string): { hash: Hex } | null {
  const entry = useTransactions().find(
    ({ name, phase }) => name === transactionName(id) && (phase === "mined" || phase === "indexed"),
  )
  return isHex(entry?.hash) ? { hash: entry.hash } : null
}

/** The call that creates the market. */
export function encodeCreateMarket(
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
