import { type Address, type Hex, isHex } from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { TRANSACTION_PREFIX } from "./memory"
import type { ContractCall } from "./transaction"

/** A transaction a wallet has sent and whose end this browser has not seen. */
export type Pending = { chainId: number; hash: Hex; from: Address; call: ContractCall }

const hex = z.custom<Hex>((value) => isHex(value))
const address = z.string().transform(toAddress)
const stored = z.object({
  chainId: z.number(),
  hash: hex,
  from: address,
  call: z.object({ to: address, data: hex, value: z.string().transform(BigInt).optional() }),
})

/** Remembers under a name what was sent, for the time after a reload. */
export function keepPending(name: string, { call: { value, ...call }, ...rest }: Pending) {
  const kept = { ...rest, call: { ...call, ...(value !== undefined && { value: `${value}` }) } }
  localStorage.setItem(TRANSACTION_PREFIX + name, JSON.stringify(kept))
}

/** Forgets a transaction, but not a later one of the same name. */
export function dropPending(name: string, hash: Hex) {
  if (read(name)?.hash === hash) localStorage.removeItem(TRANSACTION_PREFIX + name)
}

/** What was sent under this name on this chain and is not known to have ended. */
export function findPending(name: string, chainId: number) {
  const found = read(name)
  return found?.chainId === chainId ? found : null
}

function read(name: string) {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(TRANSACTION_PREFIX + name) ?? "null"))
  } catch {
    return null
  }
}
