"use client"

import { encodeFunctionData, type Hex, isHex, parseEventLogs, type TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { useTransactions } from "@/components/wallet/transactions/store"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { StoredLaunch } from "./draft"
import { transactionName } from "./launch-name"
import type { LaunchDraft } from "./validation"

/** The way from a draft to its token. `created` is known from the moment the transaction is in a block. */
export function useLaunch({ id, draft, created: known }: StoredLaunch) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: transactionName(id), title: `Launch ${draft.symbol}` })
  const sent = useSentTransaction(id)
  const created = useChainQuery({
    key: ["created", sent?.hash],
    isEnabled: sent !== null && known === null,
    read: async (client) =>
      sent ? readCreatedToken(await getTransactionReceipt(client, { hash: sent.hash })) : null,
  })
  const launch = (fee: bigint) =>
    transaction.run({ call: { to: contracts.factory, data: encodeLaunch(draft), value: fee } })
  return {
    launch,
    transaction,
    created: known ?? created.data ?? null,
  }
}

/** The draft's transaction once it is in a block, also when another page has followed it there. */
function useSentTransaction(id: string): { hash: Hex } | null {
  const entry = useTransactions().find(
    ({ name, phase }) => name === transactionName(id) && (phase === "mined" || phase === "indexed"),
  )
  return isHex(entry?.hash) ? { hash: entry.hash } : null
}

/** The call that launches the draft. */
export function encodeLaunch(draft: LaunchDraft) {
  const { symbol, name, multiplier, startLiquidity, rewardTarget, isFrozen } = draft
  return encodeFunctionData({
    abi: tokenFactoryAbi,
    functionName: "createToken",
    args: [
      symbol,
      name.trim(),
      BigInt(multiplier),
      isFrozen,
      BigInt(rewardTarget),
      BigInt(startLiquidity),
      false,
      0n,
      false,
    ],
  })
}

function readCreatedToken(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: tokenFactoryAbi,
    eventName: "TokenCreated",
    logs: receipt.logs,
  })
  return event ? toAddress(event.args.tokenAddress) : null
}
