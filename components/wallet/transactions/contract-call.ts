import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, isHex } from "viem"
import { call, readContract } from "viem/actions"
import { z } from "zod"
import { ApiClientError, callApi } from "@/components/browser/api"
import { describeRevert, type Failure } from "@/components/browser/failure"
import { toAddress } from "@/lib/chain/browser"
import type { StoredCall } from "./store"

/** A call of a contract, already encoded against its ABI. */
export type ContractCall = { to: Address; data: Hex; value?: bigint }

/** Who may take how much of which token, exactly. */
export type Approval = { token: Address; spender: Address; amount: bigint }

const SYNC_ATTEMPTS = 8
const PAUSE_MS = 400
const MAX_PAUSE_MS = 6_000

export function encodeApproval({ token, spender, amount }: Approval): ContractCall {
  const args = [spender, amount] as const
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
  }
}

export function toStoredCall({ to, data, value }: ContractCall): StoredCall {
  return { to, data, value: value === undefined ? null : `${value}` }
}

/** A kept call as it can be sent; null when what was kept is none. */
export function parseStoredCall({ to, data, value }: StoredCall): ContractCall | null {
  try {
    if (!isHex(data)) return null
    return { to: toAddress(to), data, ...(value === null ? {} : { value: BigInt(value) }) }
  } catch {
    return null
  }
}

/** Whether the spender may already take the amount. */
export async function hasAllowance(client: Client, owner: Address, approval: Approval) {
  const allowance = await readContract(client, {
    address: approval.token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, approval.spender],
  })
  return allowance >= approval.amount
}

/** Runs the call on the node without sending it; a revert throws with its reason. */
export async function simulate(client: Client, account: Address, request: ContractCall) {
  await call(client, { account, ...request })
}

/** Why a transaction was reverted in this block; the receipt does not say, the same call on the state before it does. */
export async function findRevertReason(
  client: Client,
  account: Address,
  request: ContractCall,
  blockNumber: bigint,
): Promise<Failure | null> {
  return call(client, { account, ...request, blockNumber: blockNumber - 1n }).then(
    () => null,
    describeRevert,
  )
}

const syncResponse = z.object({ success: z.boolean() })

/**
 * Tells the service about the transaction, politely: it pauses between tries and longer when asked to.
 * False when the service cannot take it now; its own follower will find the transaction.
 */
export async function syncTransaction(hash: Hex, paths: readonly string[]): Promise<boolean> {
  const results = await Promise.all(paths.map((path) => postSync(path, hash)))
  return results.every(Boolean)
}

async function postSync(path: string, txHash: Hex) {
  for (let attempt = 0; attempt < SYNC_ATTEMPTS; attempt++) {
    try {
      await callApi(path, { method: "POST", body: { txHash }, response: syncResponse })
      return true
    } catch (error) {
      if (!(error instanceof ApiClientError) || !isRetryable(error)) return false
      await pause(attempt, error.retryAfterSeconds * 1_000)
    }
  }
  return false
}

/** Whether the same request may succeed later. */
function isRetryable({ status, code }: ApiClientError) {
  return status === 0 || status === 429 || status >= 500 || (status === 422 && code !== "TX_FAILED")
}

function pause(attempt: number, atLeastMs = 0) {
  const ms = Math.max(atLeastMs, Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** attempt))
  return new Promise((resolve) => setTimeout(resolve, ms))
}
