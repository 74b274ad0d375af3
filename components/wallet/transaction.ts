import {
  type Address,
  type Client,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  HttpRequestError,
  type ReplacementReturnType,
  RpcRequestError,
  TimeoutError,
  type TransactionReceipt,
} from "viem"
import { call, readContract, waitForTransactionReceipt } from "viem/actions"
import { z } from "zod"
import { ApiFailure, callApi } from "./api"
import { KnownFailure, known, revertReason } from "./failure"

/** A call of a contract, already encoded against its ABI. */
export type ContractCall = { to: Address; data: Hex; value?: bigint }

/** Who may take how much of which token, exactly. */
export type Approval = { token: Address; spender: Address; amount: bigint }

const RECEIPT_TIMEOUT_MS = 180_000
const NODE_RETRIES = 8
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

/** Waits on our own node, through short outages and repriced transactions, and refuses reverts. */
export async function mined(
  client: Client,
  hash: Hex,
  from: Address,
  request: ContractCall,
): Promise<TransactionReceipt> {
  const receipt = await receiptOf(client, hash)
  if (receipt.status === "success") return receipt
  // The reason is not in the receipt: the same call on the state before it tells.
  const before = { blockNumber: receipt.blockNumber - 1n }
  const reason = await call(client, { account: from, ...request, ...before }).then(
    () => null,
    revertReason,
  )
  if (reason) throw new KnownFailure(reason)
  throw known(
    "REVERTED",
    "The transaction was reverted on the chain.",
    "Only the network fee was spent. The market may have moved meanwhile; look at the numbers and try again.",
  )
}

async function receiptOf(client: Client, hash: Hex) {
  let replaced: ReplacementReturnType["reason"] | undefined
  for (let attempt = 0; ; attempt++) {
    try {
      const receipt = await waitForTransactionReceipt(client, {
        hash,
        timeout: RECEIPT_TIMEOUT_MS,
        onReplaced: ({ reason }) => {
          replaced = reason
        },
      })
      if (replaced === "cancelled" || replaced === "replaced") throw replacedFailure(replaced)
      return receipt
    } catch (error) {
      if (attempt >= NODE_RETRIES || !isOutage(error)) throw error
      await pause(attempt)
    }
  }
}

function replacedFailure(reason: "cancelled" | "replaced") {
  return reason === "cancelled"
    ? known("CANCELLED", "You cancelled the transaction in your wallet.", "Nothing was exchanged.")
    : known(
        "REPLACED",
        "Your wallet sent another transaction in place of this one.",
        "Look into the wallet's activity, then start again.",
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

function isOutage(error: unknown) {
  return (
    error instanceof HttpRequestError ||
    error instanceof TimeoutError ||
    error instanceof RpcRequestError
  )
}

function pause(attempt: number, atLeastMs = 0) {
  const ms = Math.max(atLeastMs, Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** attempt))
  return new Promise((resolve) => setTimeout(resolve, ms))
}
