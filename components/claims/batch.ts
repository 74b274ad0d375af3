import { toHex } from "viem"
import { call as simulateCall } from "viem/actions"
import type { Config } from "wagmi"
import { getCapabilities, sendCalls, waitForCallsStatus } from "wagmi/actions"
import { appError, describeFailure } from "@/components/browser/failure"
import { refuseImpossible } from "@/components/wallet/transactions/quoted-action"
import { storeSentCall } from "@/components/wallet/transactions/send"
import { toAddress } from "@/lib/chain/browser"
import { toClaimCall } from "@/lib/claims/calls"
import { mayBeSent } from "@/lib/errors/maybe-sent"
import { causeChain } from "@/lib/errors/revert-reason"
import { formatAmount } from "@/lib/format"
import { toClaimAction } from "./claim-action"
import type { ClaimData } from "./claim-text"
import { getRunState, listOpenItems, type RunItem, setRunState, updateItem } from "./run-store"

/** The wallet's batches (EIP-5792): several calls with one confirmation, all or none of them. */

type BatchContext = { wagmi: Config; chainId: number; wallet: string }

const BATCH_TIMEOUT_MS = 10 * 60_000

/** A wallet that does not know a batch by then was not given it, or has forgotten it. */
const UNKNOWN_MS = 120_000
const ASK_AGAIN_MS = 2_000

/** The wallet does not know the batch (EIP-5792), or cannot tell what became of one (EIP-1193). */
const UNKNOWN_BATCH = 5730
const UNSUPPORTED = 4200

/** Whether the wallet says that it can send several calls as one; most cannot. */
export async function hasBatches({ wagmi, chainId }: BatchContext): Promise<boolean> {
  try {
    const { atomic } = await getCapabilities(wagmi, { chainId })
    return atomic?.status === "supported"
  } catch {
    return false
  }
}

/**
 * Sends all open claims in one batch, without those that the contract would refuse: one refusal would undo the batch.
 */
export async function collectInBatch(context: BatchContext) {
  const { run } = getRunState()
  const claims = run ? listOpenItems(run).map(({ claim }) => claim) : []
  const payable = (await Promise.all(claims.map((claim) => isPayable(context, claim)))).flatMap(
    (isAccepted, index) => (isAccepted ? (claims[index] ?? []) : []),
  )
  if (payable.length === 0) return
  // Named by us and stored before the wallet is asked: if its answer is lost, the wallet can still be asked about it.
  const batchId = toHex(crypto.getRandomValues(new Uint8Array(32)))
  setBatch(batchId)
  for (const { id } of payable) updateItem(id, { status: "asking" })
  try {
    const { id } = await sendCalls(context.wagmi, {
      ...{ chainId: context.chainId, calls: payable.map(toClaimCall), forceAtomic: true },
      id: batchId,
    })
    setBatch(id)
    for (const claim of payable) updateItem(claim.id, { status: "sent" })
  } catch (error) {
    if (!mayBeSent(error)) {
      setBatch(null)
      return endItems(payable, error)
    }
  }
  await finishBatch(context, getRunState().run?.batchId ?? batchId)
}

function setBatch(batchId: string | null) {
  const { run } = getRunState()
  if (run) setRunState({ run: { ...run, batchId } })
}

/** Asks for a quote like every action of the pages, or simulates at the node where the API has no such action. */
async function isPayable({ wagmi, chainId, wallet }: BatchContext, claim: ClaimData) {
  try {
    await refuseImpossible(toClaimAction(claim), wallet)
    await simulateCall(wagmi.getClient({ chainId }), {
      ...{ account: toAddress(wallet), ...toClaimCall(claim) },
    })
    return true
  } catch (error) {
    endItems([claim], error)
    return false
  }
}

/** Waits for a batch that was sent, or may have been, and lets its transactions be reported; also after a reload. */
export async function finishBatch({ wagmi, chainId, wallet }: BatchContext, batchId: string) {
  const { run } = getRunState()
  const claims = run ? run.items.filter(isInBatch).map(({ claim }) => claim) : []
  for (const item of run?.items ?? []) {
    if (item.status === "asking") updateItem(item.claim.id, { status: "checking" })
  }
  try {
    const { status, receipts = [] } = await waitForBatch(wagmi, batchId)
    if (status !== "success") throw appError("REVERTED")
    for (const { id } of claims) updateItem(id, { status: "done" })
    const [first] = claims
    const hashes = new Set(receipts.map(({ transactionHash }) => transactionHash))
    for (const hash of hashes) {
      if (!first) break
      storeSentCall({ chainId, from: wallet, hash }, toClaimCall(first), {
        ...{ name: "claims", title: describeClaims(claims), sync: ["/api/v1/sync"] },
      })
    }
  } catch (error) {
    endItems(claims, error)
  } finally {
    setBatch(null)
  }
}

const isInBatch = ({ status }: RunItem) =>
  status === "sent" || status === "asking" || status === "checking"

/** Waits for the wallet's status of a batch. A lost answer decides nothing: the wallet is asked again. */
async function waitForBatch(wagmi: Config, id: string) {
  const askedAt = Date.now()
  for (;;) {
    const passed = Date.now() - askedAt
    try {
      const timeout = Math.max(1, BATCH_TIMEOUT_MS - passed)
      return await waitForCallsStatus(wagmi, { id, timeout, retryCount: 0 })
    } catch (error) {
      const isUnknown = hasCode(error, UNKNOWN_BATCH)
      const patience = isUnknown ? UNKNOWN_MS : BATCH_TIMEOUT_MS
      if (hasCode(error, UNSUPPORTED) || passed >= patience) throw appError("SEND_UNKNOWN")
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

const hasCode = (error: unknown, code: number) =>
  [...causeChain(error)].some((cause) => "code" in cause && cause.code === code)

/** Title of the batch: "Collect 3 claims: 12 USDB, 3.4 TIDE, 5 TIDE". */
function describeClaims(claims: readonly ClaimData[]) {
  const amounts = claims.map(({ amount, symbol }) => `${formatAmount(BigInt(amount))} ${symbol}`)
  return `Collect ${claims.length} claims: ${amounts.join(", ")}`
}

function endItems(claims: readonly ClaimData[], error: unknown) {
  const { isUserRejection, sentence } = describeFailure(error)
  for (const { id } of claims) {
    updateItem(id, { status: isUserRejection ? "refused" : "failed", reason: sentence })
  }
}
