"use client"

import { isHex, type TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { useTransactions } from "@/components/wallet/transactions/store"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"

type CreationOptions = {
  /** Finds the draft's transaction again after a reload. */
  name: string
  /** In the list of transactions. */
  title: string
  /** The created address, once it is stored with the draft. */
  storedAddress: string | null
  readCreated: (receipt: TransactionReceipt) => string | null
}

export type Creation = ReturnType<typeof useCreation>

/** The transaction of a draft, and the address it has created once it is in a block. */
export function useCreation({ name, title, storedAddress, readCreated }: CreationOptions) {
  const transaction = useTransaction({ name, title })
  const hash = useMinedHash(name)
  const created = useChainQuery({
    key: ["created", hash],
    isEnabled: hash !== null && storedAddress === null,
    read: async (client) =>
      hash ? readCreated(await getTransactionReceipt(client, { hash })) : null,
  })
  return { transaction, created: storedAddress ?? created.data ?? null }
}

/** The hash of the mined transaction, also when another page has followed it there. */
function useMinedHash(name: string) {
  const stored = useTransactions().find(
    (each) => each.name === name && (each.phase === "mined" || each.phase === "indexed"),
  )
  return isHex(stored?.hash) ? stored.hash : null
}
