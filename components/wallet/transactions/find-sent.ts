import type { Address, Client, Hex, Transaction } from "viem"
import { getBlock, getBlockNumber, getTransactionCount } from "viem/actions"
import type { ContractCall } from "@/lib/chain/call"

type SentCall = {
  from: Address
  call: ContractCall
  /** The wallet's transaction count before it was asked. */
  nonce: number
  /** Newest block before. */
  block: bigint
  /** Whether a transaction is known to be another one. */
  isOther: (hash: Hex) => boolean
}

/** Where a node keeps no old states, this many blocks are read whole instead. */
const MAX_READ_BLOCKS = 300n

/** `pending`: a transaction of the wallet waits in the mempool. `unclear`: the node does not show it. */
export type Search = { kind: "found"; hash: Hex } | { kind: "absent" | "pending" | "unclear" }

/** Searches the chain for a call whose hash is not known, by the nonces that its wallet has used since. */
export async function findSentCall(client: Client, sent: SentCall): Promise<Search> {
  const { from, nonce } = sent
  const [used, waiting] = await Promise.all([
    getTransactionCount(client, { address: from }),
    getTransactionCount(client, { address: from, blockTag: "pending" }),
  ])
  const isOwn = (one: Transaction) =>
    one.from.toLowerCase() === from && isSameCall(one, sent.call) && !sent.isOther(one.hash)
  if (used > nonce) {
    const match = await findUsed(client, sent, { used, isOwn })
    if (match === undefined) return { kind: "unclear" }
    if (match) return { kind: "found", hash: match }
  }
  return { kind: waiting > used ? "pending" : "absent" }
}

type Used = { used: number; isOwn: (one: Transaction) => boolean }

/** Null if it is in no block; undefined if the node cannot say so. */
async function findUsed(client: Client, { from, nonce, block }: SentCall, { used, isOwn }: Used) {
  const head = await getBlockNumber(client, { cacheTime: 0 })
  try {
    for (let each = nonce; each < used; each++) {
      const one = await findByNonce(client, { from, nonce: each, low: block, high: head })
      if (one && isOwn(one)) return one.hash
    }
    return null
  } catch {
    // Most nodes do not keep old states.
  }
  const end = block + MAX_READ_BLOCKS
  for (let number = block; number <= head && number <= end; number++) {
    const { transactions } = await getBlock(client, {
      blockNumber: number,
      includeTransactions: true,
    })
    const own = transactions.find(isOwn)
    if (own) return own.hash
  }
  return head > end ? undefined : null
}

/** Whether a transaction equals the request to the wallet. */
export function isSameCall({ to, input, value }: Transaction, call: ContractCall) {
  return (
    to?.toLowerCase() === call.to.toLowerCase() &&
    input === call.data &&
    value === (call.value ?? 0n)
  )
}

type NonceRange = { from: Address; nonce: number; low: bigint; high: bigint }

/**
 * Binary search for the first block after which the wallet's transaction count exceeds the nonce. Throws where the node
 * does not keep the states.
 */
export async function findByNonce(client: Client, { from, nonce, low, high }: NonceRange) {
  while (low < high) {
    const middle = (low + high) / 2n
    const count = await getTransactionCount(client, { address: from, blockNumber: middle })
    if (count > nonce) high = middle
    else low = middle + 1n
  }
  const block = await getBlock(client, { blockNumber: high, includeTransactions: true })
  return block.transactions.find((one) => one.from.toLowerCase() === from && one.nonce === nonce)
}
