import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem"
import { ApiError } from "@/lib/api/errors"
import { env } from "@/lib/env"

/** A signed transaction, read from its bytes. */
export type SignedTransaction = {
  bytes: TransactionSerialized
  hash: Hex
  from: Address
  /** Null where it creates a contract. */
  to: Address | null
  data: Hex
}

/** Transactions that only call; the others carry blobs or delegations. */
const TYPES = new Set(["legacy", "eip2930", "eip1559"])

/** Throws INVALID_TRANSACTION or WRONG_CHAIN. */
export async function readSigned(bytes: Hex): Promise<SignedTransaction> {
  // The first byte tells the type; viem's type names only the known ones.
  const serialized = bytes as TransactionSerialized
  const transaction = parse(serialized)
  const from = await recoverTransactionAddress({ serializedTransaction: serialized }).catch(() => {
    throw invalidTransaction("it is not signed")
  })
  if (!TYPES.has(transaction.type ?? "")) throw invalidTransaction("its type is not sent on here")
  if (transaction.chainId !== env().CHAIN_ID) {
    throw new ApiError("WRONG_CHAIN", `The transaction is not signed for chain ${env().CHAIN_ID}`)
  }
  const { to, data = "0x" } = transaction
  return {
    bytes: serialized,
    hash: keccak256(serialized),
    from,
    to: to ? lowerCase(to) : null,
    data,
  }
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
