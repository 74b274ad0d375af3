import { type Address, type Client, type Hex, isHex } from "viem"
import { withLock } from "@/components/browser/locks"
import { toAddress } from "@/lib/chain/browser"
import { type AppErrorCode, appErrors } from "@/lib/errors/app"
import {
  type ContractCall,
  findRevertReason,
  parseStoredCall,
  syncTransaction,
} from "./contract-call"
import { waitForOutcome } from "./outcome"
import {
  findTransaction,
  isInProgress,
  listTransactions,
  type StoredTransaction,
  subscribeToTransactions,
  updateTransaction,
} from "./store"

type WatchOptions = {
  client: Client
  chainId: number
  /** Something on the chain has changed by one of these transactions. */
  onChange: () => void
}

/**
 * Follows every kept transaction to its end, whatever page is open and whoever sent it, before a reload
 * or in another tab; of several tabs one does it. Returns the way to stop it.
 */
export function watchTransactions(tools: WatchOptions): () => void {
  const followed = new Set<string>()
  const look = () => {
    for (const entry of listTransactions()) {
      if (entry.chainId !== tools.chainId || !isWatchable(entry) || followed.has(entry.id)) continue
      followed.add(entry.id)
      void withLock(`atoll.follow.${entry.id}`, () => watchTransaction(entry.id, tools)).finally(
        () => {
          followed.delete(entry.id)
          // What became pending while its approval was still followed.
          look()
        },
      )
    }
  }
  look()
  return subscribeToTransactions(look)
}

/** Not those which wait for the person at the page. */
function isWatchable(entry: StoredTransaction) {
  return isInProgress(entry) && entry.phase !== "approved"
}

/** One step: to the end of the approval, into a block, or into the index. */
async function watchTransaction(id: string, tools: WatchOptions) {
  // Read again: another tab may have had it until now.
  for (let entry = findTransaction(id); entry && isWatchable(entry); entry = findTransaction(id)) {
    if (entry.phase === "mined") await recordIndexed(entry)
    else await watchUntilMined(entry, tools)
    tools.onChange()
  }
}

async function watchUntilMined(entry: StoredTransaction, { client }: WatchOptions) {
  const { id, nonce } = entry
  const from = toAddress(entry.from)
  const isApproval = entry.phase === "approving"
  const { hash, call: kept } = (isApproval ? entry.approval : null) ?? entry
  const call = parseStoredCall(kept)
  if (!isHex(hash) || !call) return recordEnd(id, "failed", "UNKNOWN")
  const outcome = await waitForOutcome(
    client,
    { hash, from, nonce, call },
    {
      onNonce: (found) => updateTransaction(id, { nonce: found }),
      shouldContinue: () => findTransaction(id) !== null,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
  )
  if (!outcome) return
  if (outcome.kind !== "mined") {
    const code = outcome.kind === "cancelled" ? "CANCELLED" : "REPLACED"
    return recordEnd(id, outcome.kind, code, outcome.hash)
  }
  const { status, transactionHash, blockNumber } = outcome.receipt
  if (status === "reverted" && isApproval) return recordEnd(id, "failed", "APPROVAL_REVERTED")
  if (status === "reverted") {
    return recordRevert(id, client, { from, call, blockNumber, hash: transactionHash })
  }
  if (isApproval) return updateTransaction(id, { phase: "approved", nonce: null })
  updateTransaction(id, { phase: "mined", hash: transactionHash })
}

type RevertedTransaction = { from: Address; call: ContractCall; blockNumber: bigint; hash: Hex }

async function recordRevert(
  id: string,
  client: Client,
  { from, call, blockNumber, hash }: RevertedTransaction,
) {
  const reason = await findRevertReason(client, from, call, blockNumber)
  const { code, sentence, remedy } = reason ?? { code: "REVERTED", ...appErrors.REVERTED }
  updateTransaction(id, {
    phase: "failed",
    hash,
    endedAt: Date.now(),
    failure: { code, sentence, remedy },
  })
}

function recordEnd(
  id: string,
  phase: "failed" | "cancelled" | "replaced",
  code: AppErrorCode,
  hash?: Hex | null,
) {
  updateTransaction(id, {
    phase,
    endedAt: Date.now(),
    failure: { code, ...appErrors[code] },
    ...(hash ? { hash } : {}),
  })
}

async function recordIndexed({ id, hash, sync }: StoredTransaction) {
  const isIndexed = isHex(hash) && (await syncTransaction(hash, sync))
  updateTransaction(id, { ...(isIndexed && { phase: "indexed" as const }), endedAt: Date.now() })
}
