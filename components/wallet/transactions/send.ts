import { type Address, type Client, erc20Abi, type Hex, isHex } from "viem"
import { readContract } from "viem/actions"
import { appError, describeFailure } from "@/components/browser/failure"
import { toAddress } from "@/lib/chain/browser"
import { type Approval, approveCall, type ContractCall } from "@/lib/chain/call"
import {
  askWallet,
  type ChainContext,
  getConnectedAccount,
  type PreparedRequest,
  prepareRequest,
  whileConfirming,
} from "./ask-wallet"
import { refuseImpossible, type ShownQuotes, type TransactionRequest } from "./quoted-action"
import { addTransaction, findTransaction, removeTransaction, updateTransaction } from "./store"
import type { StoredCall, StoredTransaction } from "./stored-transaction"

/** Data that is stored with a transaction besides the call. */
export type TransactionLabel = Pick<StoredTransaction, "name" | "title" | "sync">

type SendOptions = {
  /** Quotes that pages have shown, so that the service is not asked again; it is where there are none. */
  quotes?: ShownQuotes
  /** The allowance is large enough: the wallet is asked for the call itself. */
  onAllowed?: () => void
}

/**
 * Lets the wallet send a request, or first its approval, with which the call is stored. What would revert is not sent.
 * Everything that is asked of the node before goes out as one batch.
 */
export async function sendRequest(
  context: ChainContext,
  { action, approval, call }: TransactionRequest,
  label: TransactionLabel,
  { quotes, onAllowed }: SendOptions = {},
): Promise<string> {
  const from = getConnectedAccount(context)
  const [isAllowed, [prepared]] = await Promise.all([
    !approval || hasAllowance(context.wagmi.getClient(context), from, approval),
    // Without its allowance the call reverts.
    Promise.allSettled([prepareRequest(context, call)]),
    refuseImpossible(action, from, quotes),
  ])
  const transaction = createTransaction(context, from, call, label)
  if (approval && !isAllowed) return sendApproval(context, transaction, approval)
  onAllowed?.()
  if (prepared.status === "rejected") throw prepared.reason
  return sendNew(context, transaction, { call, ...prepared.value, sent: toPending })
}

async function sendApproval(
  context: ChainContext,
  transaction: StoredTransaction,
  approval: Approval,
) {
  const call = approveCall(approval)
  const stored = toStoredCall(call)
  return sendNew(
    context,
    { ...transaction, approval: { call: stored, hash: null } },
    {
      ...{ call, ...(await prepareRequest(context, call)) },
      sent: (hash) => ({ phase: "approving", approval: { call: stored, hash } }),
    },
  )
}

const toPending = (hash: Hex) => ({ phase: "pending" as const, hash })

/**
 * Stores the transaction before the wallet is asked, so that it is followed even if the answer or the page is lost. It
 * is removed again if nothing was sent.
 */
async function sendNew(
  context: ChainContext,
  transaction: StoredTransaction,
  { asked: trace, ...request }: PreparedRequest & Parameters<typeof askWallet>[2],
) {
  const { id } = transaction
  await whileConfirming(id, async () => {
    addTransaction({ ...transaction, phase: "confirming", asked: trace })
    try {
      await askWallet(context, id, request)
    } catch (error) {
      removeTransaction(id)
      throw error
    }
  })
  return id
}

/**
 * Stores a transaction that the wallet has sent in another way, so that it is watched, reported and listed like all
 * others.
 */
export function storeSentCall(
  { chainId, from, hash }: { chainId: number; from: string; hash: Hex },
  call: ContractCall,
  label: TransactionLabel,
): string {
  const transaction = createTransaction({ chainId }, from, call, label)
  addTransaction({ ...transaction, phase: "pending", hash })
  return transaction.id
}

/** Sends the call of an approved transaction, in the tab that sent the approval or, after a reload, in any. */
export function sendAfterApproval(context: ChainContext, id: string): Promise<void> {
  return whileConfirming(id, () => confirmAfterApproval(context, id))
}

async function confirmAfterApproval(context: ChainContext, id: string) {
  const transaction = findTransaction(id)
  const call = transaction && parseStoredCall(transaction.call)
  // Another tab may have sent it.
  if (transaction?.phase !== "approved" || !call) return
  if (getConnectedAccount(context) !== transaction.from) throw appError("ACCOUNT_CHANGED")
  try {
    const { gas, asked: trace } = await prepareRequest(context, call)
    updateTransaction(id, { phase: "confirming", asked: trace })
    await askWallet(context, id, { call, gas, sent: toPending })
  } catch (error) {
    const { isUserRejection, code, sentence, remedy } = describeFailure(error)
    // The allowance remains; nothing else was sent.
    if (isUserRejection) removeTransaction(id)
    else {
      const failure = { code, sentence, remedy }
      updateTransaction(id, { phase: "failed", endedAt: Date.now(), asked: null, failure })
    }
    throw error
  }
}

async function hasAllowance(client: Client, owner: Address, approval: Approval) {
  const allowance = await readContract(client, {
    address: approval.token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, approval.spender],
  })
  return allowance >= approval.amount
}

function createTransaction(
  { chainId }: Pick<ChainContext, "chainId">,
  from: string,
  call: ContractCall,
  { name, title, sync }: TransactionLabel,
): StoredTransaction {
  return {
    id: createId(),
    chainId,
    from,
    name,
    title,
    phase: "pending",
    call: toStoredCall(call),
    approval: null,
    asked: null,
    hash: null,
    nonce: null,
    sync,
    startedAt: Date.now(),
    endedAt: null,
    failure: null,
  }
}

/** `crypto.randomUUID` exists on https only. */
function createId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
}

function toStoredCall({ to, data, value }: ContractCall): StoredCall {
  return { to, data, value: value === undefined ? null : `${value}` }
}

/** Null if the stored call is malformed. */
export function parseStoredCall({ to, data, value }: StoredCall): ContractCall | null {
  try {
    if (!isHex(data)) return null
    return { to: toAddress(to), data, ...(value === null ? {} : { value: BigInt(value) }) }
  } catch {
    return null
  }
}
