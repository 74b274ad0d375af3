import { isHex } from "viem"
import type { Config } from "wagmi"
import { getConnection, sendTransaction } from "wagmi/actions"
import { toAddress } from "@/lib/chain/browser"
import { describeFailure, known } from "./failure"
import { gasLimit } from "./gas"
import { exclusivelyOrNot } from "./locks"
import {
  type Approval,
  approvalCall,
  type ContractCall,
  callOf,
  isApproved,
  simulate,
  storedCall,
} from "./transaction"
import {
  addToTray,
  isUnderWay,
  observeTray,
  removeFromTray,
  type TrayEntry,
  trayEntry,
  updateTray,
} from "./tray"

export type TransactionRequest = {
  call: ContractCall
  /** For people: "Buy 12.5 KELP". */
  title?: string
  /** Asked for only when the allowance is too small. */
  approval?: Approval
}

/** What is kept with a transaction besides what is sent. */
export type Label = Pick<TrayEntry, "name" | "title" | "sync">

type Place = { wagmi: Config; chainId: number }

/** The step at which the wallet is asked now, in this tab: such an entry needs no button to go on. */
const confirming = new Set<string>()

export const isConfirming = (id: string) => confirming.has(id)

/** The connected account, as the service writes it. */
function connectedAccount({ wagmi }: Place) {
  const { address } = getConnection(wagmi)
  if (!address) throw known("NOT_CONNECTED")
  return toAddress(address)
}

/** Sends the approval, and keeps the whole request with it; null when the allowance is enough. */
export async function sendApproval(
  place: Place,
  { approval, call }: TransactionRequest,
  label: Label,
): Promise<string | null> {
  const from = connectedAccount(place)
  if (!approval || (await isApproved(place.wagmi.getClient(place), from, approval))) return null
  const approve = approvalCall(approval)
  const hash = await send(place, approve)
  const entry = newEntry(place, from, call, label)
  addToTray({ ...entry, phase: "approving", approval: { call: storedCall(approve), hash } })
  return entry.id
}

/** Tries the call on the node, then has the wallet send it; refuses what would fail. */
export async function sendDirectly(place: Place, call: ContractCall, label: Label) {
  const from = connectedAccount(place)
  await simulate(place.wagmi.getClient(place), from, call)
  const hash = await send(place, call)
  const entry = newEntry(place, from, call, label)
  addToTray({ ...entry, phase: "pending", hash })
  return entry.id
}

/** Goes on after an approval, in the tab that asked for it or, after a reload, wherever it is continued. */
export async function sendApproved(place: Place, id: string): Promise<void> {
  const isOurs = await exclusivelyOrNot(`atoll.confirm.${id}`, async () => {
    confirming.add(id)
    try {
      await confirmApproved(place, id)
    } finally {
      confirming.delete(id)
    }
  })
  if (!isOurs) throw known("CONFIRMING_ELSEWHERE")
}

async function confirmApproved(place: Place, id: string) {
  const entry = trayEntry(id)
  const call = entry && callOf(entry.call)
  // Another tab has gone on with it.
  if (entry?.phase !== "approved" || !call) return
  if (connectedAccount(place) !== entry.from) throw known("ACCOUNT_CHANGED")
  try {
    await simulate(place.wagmi.getClient(place), toAddress(entry.from), call)
    updateTray(id, { phase: "pending", hash: await send(place, call), nonce: null })
  } catch (error) {
    const { isRefusal, code, sentence, remedy } = describeFailure(error)
    // The allowance stays, and nothing else was sent.
    if (isRefusal) removeFromTray(id)
    else
      updateTray(id, {
        phase: "failed",
        endedAt: Date.now(),
        failure: { code, sentence, remedy },
      })
    throw error
  }
}

/** The entry once it is past this phase; null when it was removed. */
export function past(phase: TrayEntry["phase"], id: string): Promise<TrayEntry | null> {
  return when(id, (entry) => entry.phase !== phase)
}

/** The entry once it has ended; null when it was removed. */
export function ended(id: string): Promise<TrayEntry | null> {
  return when(id, (entry) => !isUnderWay(entry))
}

function when(id: string, isReached: (entry: TrayEntry) => boolean) {
  return new Promise<TrayEntry | null>((resolve) => {
    const look = () => {
      const entry = trayEntry(id)
      if (entry && !isReached(entry)) return
      stop()
      resolve(entry)
    }
    const stop = observeTray(look)
    look()
  })
}

async function send(place: Place, call: ContractCall) {
  const { wagmi, chainId } = place
  const gas = await gasLimit(wagmi.getClient(place), connectedAccount(place), call)
  const hash = await sendTransaction(wagmi, { chainId, ...call, gas })
  if (!isHex(hash)) throw known("UNKNOWN")
  return hash
}

function newEntry(
  { chainId }: Place,
  from: string,
  call: ContractCall,
  { name, title, sync }: Label,
): TrayEntry {
  return {
    id: newId(),
    chainId,
    from,
    name,
    title,
    phase: "pending",
    call: storedCall(call),
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
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
}
