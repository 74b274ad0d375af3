import { type Address, type Client, type Hex, isHex } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { type AppErrorCode, appErrors } from "@/lib/errors/app"
import { exclusively } from "./locks"
import { watchOutcome } from "./outcome"
import { type ContractCall, callOf, indexed, reasonOfRevert } from "./transaction"
import { isUnderWay, observeTray, type TrayEntry, trayEntries, trayEntry, updateTray } from "./tray"

type Tools = {
  client: Client
  chainId: number
  /** Something on the chain has changed by one of these transactions. */
  onChange: () => void
}

/**
 * Follows every kept transaction to its end, whatever page is open and whoever sent it, before a reload
 * or in another tab; of several tabs one does it. Returns the way to stop it.
 */
export function followTray(tools: Tools): () => void {
  const followed = new Set<string>()
  const look = () => {
    for (const entry of trayEntries()) {
      if (entry.chainId !== tools.chainId || !isOnItsWay(entry) || followed.has(entry.id)) continue
      followed.add(entry.id)
      void exclusively(`atoll.follow.${entry.id}`, () => follow(entry.id, tools)).finally(() => {
        followed.delete(entry.id)
        // What became pending while its approval was still followed.
        look()
      })
    }
  }
  look()
  return observeTray(look)
}

/** Not those which wait for the person at the page. */
function isOnItsWay(entry: TrayEntry) {
  return isUnderWay(entry) && entry.phase !== "approved"
}

/** One step: to the end of the approval, into a block, or into the index. */
async function follow(id: string, tools: Tools) {
  // Read again: another tab may have had it until now.
  for (let entry = trayEntry(id); entry && isOnItsWay(entry); entry = trayEntry(id)) {
    if (entry.phase === "mined") await tellIndex(entry)
    else await followToBlock(entry, tools)
    tools.onChange()
  }
}

async function followToBlock(entry: TrayEntry, { client }: Tools) {
  const { id, nonce } = entry
  const from = toAddress(entry.from)
  const isApproval = entry.phase === "approving"
  const { hash, call: kept } = (isApproval ? entry.approval : null) ?? entry
  const call = callOf(kept)
  if (!isHex(hash) || !call) return end(id, "failed", "UNKNOWN")
  const outcome = await watchOutcome(
    client,
    { hash, from, nonce, call },
    {
      onNonce: (found) => updateTray(id, { nonce: found }),
      isWanted: () => trayEntry(id) !== null,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
  )
  if (!outcome) return
  if (outcome.kind !== "mined") {
    const code = outcome.kind === "cancelled" ? "CANCELLED" : "REPLACED"
    return end(id, outcome.kind, code, outcome.hash)
  }
  const { status, transactionHash, blockNumber } = outcome.receipt
  if (status === "reverted" && isApproval) return end(id, "failed", "APPROVAL_REVERTED")
  if (status === "reverted") {
    return endReverted(id, client, { from, call, blockNumber, hash: transactionHash })
  }
  if (isApproval) return updateTray(id, { phase: "approved", nonce: null })
  updateTray(id, { phase: "mined", hash: transactionHash })
}

type Reverted = { from: Address; call: ContractCall; blockNumber: bigint; hash: Hex }

async function endReverted(
  id: string,
  client: Client,
  { from, call, blockNumber, hash }: Reverted,
) {
  const reason = await reasonOfRevert(client, from, call, blockNumber)
  const { code, sentence, remedy } = reason ?? { code: "REVERTED", ...appErrors.REVERTED }
  updateTray(id, {
    phase: "failed",
    hash,
    endedAt: Date.now(),
    failure: { code, sentence, remedy },
  })
}

function end(
  id: string,
  phase: "failed" | "cancelled" | "replaced",
  code: AppErrorCode,
  hash?: Hex | null,
) {
  updateTray(id, {
    phase,
    endedAt: Date.now(),
    failure: { code, ...appErrors[code] },
    ...(hash ? { hash } : {}),
  })
}

async function tellIndex({ id, hash, sync }: TrayEntry) {
  const isIndexed = isHex(hash) && (await indexed(hash, sync))
  updateTray(id, { ...(isIndexed && { phase: "indexed" as const }), endedAt: Date.now() })
}
