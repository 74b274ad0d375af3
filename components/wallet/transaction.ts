import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, isHex } from "viem"
import { call, readContract } from "viem/actions"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { ApiFailure, callApi } from "./api"
import { type Failure, revertReason } from "./failure"
import type { TrayCall } from "./tray"

/** A call of a contract, already encoded against its ABI. */
export type ContractCall = { to: Address; data: Hex; value?: bigint }

/** Who may take how much of which token, exactly. */
export type Approval = { token: Address; spender: Address; amount: bigint }

const SYNC_TRIES = 8
const PAUSE_MS = 400
const MAX_PAUSE_MS = 6_000

export function approvalCall({ token, spender, amount }: Approval): ContractCall {
  const args = [spender, amount] as const
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
  }
}

export function storedCall({ to, data, value }: ContractCall): TrayCall {
  return { to, data, value: value === undefined ? null : `${value}` }
}

/** A kept call as it can be sent; null when what was kept is none. */
export function callOf({ to, data, value }: TrayCall): ContractCall | null {
  try {
    if (!isHex(data)) return null
    return { to: toAddress(to), data, ...(value === null ? {} : { value: BigInt(value) }) }
  } catch {
    return null
  }
}

/** Whether the spender may already take the amount. */
export async function isApproved(client: Client, owner: Address, approval: Approval) {
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
export async function reasonOfRevert(
  client: Client,
  account: Address,
  request: ContractCall,
  blockNumber: bigint,
): Promise<Failure | null> {
  return call(client, { account, ...request, blockNumber: blockNumber - 1n }).then(
    () => null,
    revertReason,
  )
}

const synced = z.object({ success: z.boolean() })

/**
 * Tells the service about the transaction, politely: it pauses between tries and longer when asked to.
 * False when the service cannot take it now; its own follower will find the transaction.
 */
export async function indexed(hash: Hex, paths: readonly string[]): Promise<boolean> {
  const results = await Promise.all(paths.map((path) => reported(path, hash)))
  return results.every(Boolean)
}

async function reported(path: string, txHash: Hex) {
  for (let attempt = 0; attempt < SYNC_TRIES; attempt++) {
    try {
      await callApi(path, { method: "POST", body: { txHash }, response: synced })
      return true
    } catch (error) {
      if (!(error instanceof ApiFailure) || !mayPass(error)) return false
      await pause(attempt, error.retryAfterSeconds * 1_000)
    }
  }
  return false
}

/** Whether the same request may succeed later. */
function mayPass({ status, code }: ApiFailure) {
  return status === 0 || status === 429 || status >= 500 || (status === 422 && code !== "TX_FAILED")
}

function pause(attempt: number, atLeastMs = 0) {
  const ms = Math.max(atLeastMs, Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** attempt))
  return new Promise((resolve) => setTimeout(resolve, ms))
}
