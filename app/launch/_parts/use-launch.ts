"use client"

import { encodeFunctionData, type Hex, isHex, parseEventLogs, type TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { useBrowserConfig } from "@/components/wallet/config"
import { useTray } from "@/components/wallet/tray"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { KeptDraft } from "./draft"
import { launchName } from "./launch-name"
import type { Draft } from "./plan"

/** The way from a draft to its token. `created` is known from the moment the transaction is in a block. */
export function useLaunch({ id, draft, created: known }: KeptDraft) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction({ name: launchName(id), title: `Launch ${draft.symbol}` })
  const sent = useSent(id)
  const created = useChainQuery({
    key: ["created", sent?.hash],
    isEnabled: sent !== null && known === null,
    read: async (client) =>
      sent ? createdToken(await getTransactionReceipt(client, { hash: sent.hash })) : null,
  })
  const launch = (fee: bigint) =>
    transaction.run({ call: { to: contracts.factory, data: creation(draft), value: fee } })
  return {
    launch,
    transaction,
    created: known ?? created.data ?? null,
  }
}

/** The draft's transaction once it is in a block, also when another page has followed it there. */
function useSent(id: string): { hash: Hex } | null {
  const entry = useTray().find(
    ({ name, phase }) => name === launchName(id) && (phase === "mined" || phase === "indexed"),
  )
  return isHex(entry?.hash) ? { hash: entry.hash } : null
}

/** The call that launches the draft. */
export function creation(draft: Draft) {
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

function createdToken(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: tokenFactoryAbi,
    eventName: "TokenCreated",
    logs: receipt.logs,
  })
  return event ? toAddress(event.args.tokenAddress) : null
}
