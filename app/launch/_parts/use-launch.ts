"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { encodeFunctionData, parseEventLogs, type TransactionReceipt } from "viem"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/wallet/config"
import { useChainQuery } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { Draft } from "./plan"

/** The fee of a launch, and the way from a draft to the page of its token. */
export function useLaunch() {
  const { contracts } = useBrowserConfig()
  const router = useRouter()
  const [created, setCreated] = useState<string | null>(null)
  const transaction = useTransaction({
    name: "launch",
    onMined: (receipt) => setCreated(createdToken(receipt)),
    onIndexed: (receipt) => {
      const address = createdToken(receipt)
      if (address) router.push(`/tokens/${address}`)
    },
  })
  const fee = useChainQuery({
    key: ["launch-fee"],
    read: (client) =>
      readContract(client, {
        address: contracts.factory,
        abi: tokenFactoryAbi,
        functionName: "feeAmount",
      }),
  })

  const launch = async (draft: Draft) => {
    if (fee.data === undefined) return
    await transaction.run({
      call: { to: contracts.factory, data: creation(draft), value: fee.data },
    })
  }
  return { launch, fee, transaction, created }
}

function creation({ symbol, name, multiplier, startLiquidity, rewardTarget, isFrozen }: Draft) {
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
  return event?.args.tokenAddress.toLowerCase() ?? null
}
