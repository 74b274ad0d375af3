import { isHex } from "viem"
import type { Config } from "wagmi"
import { getConnection, sendTransaction } from "wagmi/actions"
import { appError, describeFailure } from "@/components/browser/failure"
import { tryLock } from "@/components/browser/locks"
import { toAddress } from "@/lib/chain/browser"
import {
  type Approval,
  type ContractCall,
  encodeApproval,
  hasAllowance,
  parseStoredCall,
  simulate,
  toStoredCall,
} from "./contract-call"
import { gasLimit } from "./gas"
import {
  addTransaction,
  findTransaction,
  isInProgress,
  removeTransaction,
  type StoredTransaction,
  subscribeToTransactions,
  updateTransaction,
} from "./store"

export type TransactionRequest = {
  call: ContractCall
  /** For people: "Buy 12.5 KELP". */
  title?: string
  /** Asked for only when the allowance is too small. */
  approval?: Approval
}

/** What is kept with a transaction besides what is sent. */
export type TransactionLabel = Pick<StoredTransaction, "name" | "title" | "sync">

type ChainContext = { wagmi: Config; chainId: number }

/** The step at which the wallet is asked now, in this tab: such an entry needs no button to go on. */
const confirming = new Set<string>()

export const isConfirming = (id: string) => confirming.has(id)

/** The connected account, as the service writes it. */
function getConnectedAccount({ wagmi }: ChainContext) {
  const { address } = getConnection(wagmi)
  if (!address) throw appError("NOT_CONNECTED")
  return toAddress(address)
}

/** Sends the approval, and keeps the whole request with it; null when the allowance is enough. */
export async function sendApproval(
  place: ChainContext,
  { approval, call }: TransactionRequest,
  label: TransactionLabel,
): Promise<string | null> {
  const from = getConnectedAccount(place)
  if (!approval || (await hasAllowance(place.wagmi.getClient(place), from, approval))) return null
  const approve = encodeApproval(approval)
  const hash = await sendToWallet(place, approve)
  const entry = createTransaction(place, from, call, label)
  addTransaction({ ...entry, phase: "approving", approval: { call: toStoredCall(approve), hash } })
  return entry.id
}

/** Tries the call on the node, then has the wallet send it; refuses what would fail. */
export async function sendCall(place: ChainContext, call: ContractCall, label: TransactionLabel) {
  const from = getConnectedAccount(place)
  await simulate(place.wagmi.getClient(place), from, call)
  const hash = await sendToWallet(place, call)
  const entry = createTransaction(place, from, call, label)
  addTransaction({ ...entry, phase: "pending", hash })
  return entry.id
}

/** Goes on after an approval, in the tab that asked for it or, after a reload, wherever it is continued. */
export async function sendAfterApproval(place: ChainContext, id: string): Promise<void> {
  const isOurs = await tryLock(`atoll.confirm.${id}`, async () => {
    confirming.add(id)
    try {
      await confirmAfterApproval(place, id)
    } finally {
      confirming.delete(id)
    }
  })
  if (!isOurs) throw appError("CONFIRMING_ELSEWHERE")
}

async function confirmAfterApproval(place: ChainContext, id: string) {
  const entry = findTransaction(id)
  const call = entry && parseStoredCall(entry.call)
  // Another tab has gone on with it.
  if (entry?.phase !== "approved" || !call) return
  if (getConnectedAccount(place) !== entry.from) throw appError("ACCOUNT_CHANGED")
  try {
    await simulate(place.wagmi.getClient(place), toAddress(entry.from), call)
    updateTransaction(id, { phase: "pending", hash: await sendToWallet(place, call), nonce: null })
  } catch (error) {
    const { isUserRejection, code, sentence, remedy } = describeFailure(error)
    // The allowance stays, and nothing else was sent.
    if (isUserRejection) removeTransaction(id)
    else
      updateTransaction(id, {
        phase: "failed",
        endedAt: Date.now(),
        failure: { code, sentence, remedy },
      })
    throw error
  }
}

/** The entry once it is past this phase; null when it was removed. */
export function waitUntilPast(
  phase: StoredTransaction["phase"],
  id: string,
): Promise<StoredTransaction | null> {
  return waitUntil(id, (entry) => entry.phase !== phase)
}

/** The entry once it has ended; null when it was removed. */
export function waitUntilEnded(id: string): Promise<StoredTransaction | null> {
  return waitUntil(id, (entry) => !isInProgress(entry))
}

function waitUntil(id: string, isReached: (entry: StoredTransaction) => boolean) {
  return new Promise<StoredTransaction | null>((resolve) => {
    const look = () => {
      const entry = findTransaction(id)
      if (entry && !isReached(entry)) return
      stop()
      resolve(entry)
    }
    const stop = subscribeToTransactions(look)
    look()
  })
}

async function sendToWallet(place: ChainContext, call: ContractCall) {
  const { wagmi, chainId } = place
  const gas = await gasLimit(wagmi.getClient(place), getConnectedAccount(place), call)
  const hash = await sendTransaction(wagmi, { chainId, ...call, gas })
  if (!isHex(hash)) throw appError("UNKNOWN")
  return hash
}

function createTransaction(
  { chainId }: ChainContext,
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

/** `crypto.randomUUID` is there on https only. */
function createId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
}
