import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"

/** A signed transaction, read from its bytes. */
export type SignedTransaction = {
  bytes: TransactionSerialized
  hash: Hex
  from: Address
  /** Null where it creates a contract. */
  to: Address | null
  /** In wei of the native coin. */
  value: bigint
  data: Hex
}

/** Transaction types that only call; the other types carry blobs or delegations. */
const TYPES = new Set(["legacy", "eip2930", "eip1559"])

/** Throws INVALID_TRANSACTION or WRONG_CHAIN. */
export async function readSigned(bytes: Hex): Promise<SignedTransaction> {
  if (!isSerialized(bytes)) throw invalidTransaction("it cannot be decoded")
  const transaction = parse(bytes)
  const from = await recoverTransactionAddress({ serializedTransaction: bytes }).catch(() => {
    throw invalidTransaction("it is not signed")
  })
  if (!TYPES.has(transaction.type ?? "")) throw invalidTransaction("its type is not sent on here")
  if (transaction.chainId !== env().CHAIN_ID) {
    throw new ApiError("WRONG_CHAIN", `The transaction is not signed for chain ${env().CHAIN_ID}`)
  }
  const { to, data = "0x", value = 0n } = transaction
  return {
    bytes,
    hash: keccak256(bytes),
    from,
    to: to ? lowerCase(to) : null,
    ...{ value, data },
  }
}

/** Whether the first byte begins a typed transaction (EIP-2718) or a list (legacy). */
function isSerialized(bytes: Hex): bytes is TransactionSerialized {
  const first = Number.parseInt(bytes.slice(2, 4), 16)
  return first <= 0x04 || first >= 0xc0
}

function parse(serialized: TransactionSerialized) {
  try {
    return parseTransaction(serialized)
  } catch {
    throw invalidTransaction("it cannot be decoded")
  }
}

const invalidTransaction = (why: string) =>
  new ApiError("INVALID_TRANSACTION", `Not a signed transaction: ${why}`)

const lowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`
