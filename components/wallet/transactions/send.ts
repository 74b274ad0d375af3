import { type Address, type Client, erc20Abi, type Hex, isHex } from "viem"
import { readContract, call as simulateCall } from "viem/actions"
import type { Config } from "wagmi"
import { getConnection, sendTransaction } from "wagmi/actions"
import { appError, describeFailure } from "@/components/browser/failure"
import { tryLock } from "@/components/browser/locks"
import { toAddress } from "@/lib/chain/browser"
import { type Approval, approveCall, type ContractCall, type PreparedCall } from "@/lib/chain/call"
import { estimateGasLimit } from "./gas"
import { addTransaction, findTransaction, removeTransaction, updateTransaction } from "./store"
import type { StoredCall, StoredTransaction } from "./stored-transaction"

/** What is stored with a transaction besides the call. */
export type TransactionLabel = Pick<StoredTransaction, "name" | "title" | "sync">

type ChainContext = { wagmi: Config; chainId: number }

/** Transactions this tab is asking the wallet to confirm: they need no button to continue. */
const confirming = new Set<string>()

export const isConfirming = (id: string) => confirming.has(id)

/** Sends the approval and stores the request with it. Null if the allowance is large enough. */
export async function sendApproval(
  context: ChainContext,
  { approval, call }: PreparedCall,
  label: TransactionLabel,
): Promise<string | null> {
  const from = getConnectedAccount(context)
  if (!approval || (await hasAllowance(context.wagmi.getClient(context), from, approval))) {
    return null
  }
  const approve = approveCall(approval)
  const hash = await sendToWallet(context, approve)
  const transaction = createTransaction(context, from, call, label)
  addTransaction({
    ...transaction,
    phase: "approving",
    approval: { call: toStoredCall(approve), hash },
  })
  return transaction.id
}

/** Simulates the call, so that one that would revert is not sent; then lets the wallet send it. */
export async function sendCall(context: ChainContext, call: ContractCall, label: TransactionLabel) {
  const from = getConnectedAccount(context)
  await simulate(context.wagmi.getClient(context), from, call)
  const hash = await sendToWallet(context, call)
  const transaction = createTransaction(context, from, call, label)
  addTransaction({ ...transaction, phase: "pending", hash })
  return transaction.id
}

/** Stores what the wallet has sent in another way, so that it is watched, reported and listed like all others. */
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
export async function sendAfterApproval(context: ChainContext, id: string): Promise<void> {
  const hasLock = await tryLock(`atoll.confirm.${id}`, async () => {
    confirming.add(id)
    try {
      await confirmAfterApproval(context, id)
    } finally {
      confirming.delete(id)
    }
  })
  if (!hasLock) throw appError("CONFIRMING_ELSEWHERE")
}

async function confirmAfterApproval(context: ChainContext, id: string) {
  const transaction = findTransaction(id)
  const call = transaction && parseStoredCall(transaction.call)
  // Another tab may have sent it.
  if (transaction?.phase !== "approved" || !call) return
  if (getConnectedAccount(context) !== transaction.from) throw appError("ACCOUNT_CHANGED")
  try {
    await simulate(context.wagmi.getClient(context), toAddress(transaction.from), call)
    const hash = await sendToWallet(context, call)
    updateTransaction(id, { phase: "pending", hash, nonce: null })
  } catch (error) {
    const { isUserRejection, code, sentence, remedy } = describeFailure(error)
    // The allowance remains; nothing else was sent.
    if (isUserRejection) removeTransaction(id)
    else {
      const failure = { code, sentence, remedy }
      updateTransaction(id, { phase: "failed", endedAt: Date.now(), failure })
    }
    throw error
  }
}

/** The connected account in lower case. */
export function getConnectedAccount({ wagmi }: ChainContext) {
  const { address } = getConnection(wagmi)
  if (!address) throw appError("NOT_CONNECTED")
  return toAddress(address)
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

/** Throws with the contract's reason if the call would revert. */
async function simulate(client: Client, account: Address, call: ContractCall) {
  await simulateCall(client, { account, ...call })
}

async function sendToWallet(context: ChainContext, call: ContractCall) {
  const { wagmi, chainId } = context
  const account = getConnectedAccount(context)
  const gas = await estimateGasLimit(wagmi.getClient(context), account, call)
  const hash = await sendTransaction(wagmi, { chainId, ...call, gas })
  if (!isHex(hash)) throw appError("UNKNOWN")
  return hash
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
