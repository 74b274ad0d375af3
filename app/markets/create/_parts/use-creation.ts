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
import type { Kept } from "@/components/content/drafts"
import { useBrowserConfig } from "@/components/wallet/config"
import { useTray } from "@/components/wallet/tray"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { type ExchangeContracts, toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { creationName } from "./creation-name"
import { type Draft, endOf, seedOf, symbolOf } from "./plan"

/** The way from a draft to its market. `created` is known from the moment the transaction is in a block. */
export function useCreation({ id, draft, created: known }: Kept<Draft>) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: creationName(id), title: "Create a market" })
  const sent = useSent(id)
  const created = useChainQuery({
    key: ["market-created", sent?.hash],
    isEnabled: sent !== null && known === null,
    read: async (client) =>
      sent ? createdMarket(await getTransactionReceipt(client, { hash: sent.hash })) : null,
  })
  const create = (fee: bigint) => {
    const call = creationOf(draft, contracts)
    const seed = seedOf(draft) ?? 0n
    return transaction.run({
      call: { ...call, value: fee },
      ...(seed > 0n && { approval: { token: contracts.usdb, spender: call.to, amount: seed } }),
    })
  }
  return { create, transaction, created: known ?? created.data ?? null }
}

/** The draft's transaction once it is in a block, also when another page has followed it there. */
function useSent(id: string): { hash: Hex } | null {
  const entry = useTray().find(
    ({ name, phase }) => name === creationName(id) && (phase === "mined" || phase === "indexed"),
  )
  return isHex(entry?.hash) ? { hash: entry.hash } : null
}

/** The call that creates the market. */
export function creationOf(
  draft: Draft,
  { marketTrading, privateMarket, mainToken }: ExchangeContracts,
): { to: Address; data: Hex } {
  const end = draft.isOpenEnded ? null : endOf(draft.endsAt)
  const question = [
    draft.question.trim(),
    symbolOf(draft),
    BigInt(end ? Math.floor(end.getTime() / 1000) : 0),
    draft.options.map((option) => option.trim()),
    mainToken,
  ] as const
  const [isFrozen, rewardTarget] = [false, 0n] as const
  const seed = seedOf(draft) ?? 0n
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

function createdMarket(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: marketTradingAbi,
    eventName: "MarketCreated",
    logs: receipt.logs,
  })
  return event ? toAddress(event.args.marketToken) : null
}
