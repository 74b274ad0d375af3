import { call as simulateCall } from "viem/actions"
import type { Config } from "wagmi"
import { getCapabilities, sendCalls, waitForCallsStatus } from "wagmi/actions"
import { appError, describeFailure } from "@/components/browser/failure"
import { refuseImpossible } from "@/components/wallet/transactions/quoted-action"
import { storeSentCall } from "@/components/wallet/transactions/send"
import { toAddress } from "@/lib/chain/browser"
import { toClaimCall } from "@/lib/claims/calls"
import { mayBeSent } from "@/lib/errors/maybe-sent"
import { formatAmount } from "@/lib/format"
import { toClaimAction } from "./claim-action"
import type { ClaimData } from "./claim-text"
import { getRunState, listOpenItems, setRunState, updateItem } from "./run-store"

/** Batches of a wallet (EIP-5792): several calls with one confirmation, all or none of them. */

type BatchContext = { wagmi: Config; chainId: number; wallet: string }

const BATCH_TIMEOUT_MS = 10 * 60_000

/** Whether the wallet says that it sends several calls as one; most wallets do not. */
export async function hasBatches({ wagmi, chainId }: BatchContext): Promise<boolean> {
  try {
    const { atomic } = await getCapabilities(wagmi, { chainId })
    return atomic?.status === "supported"
  } catch {
    return false
  }
}

/** Sends everything open in one batch, without what its contract would refuse: that would undo all of it. */
export async function collectInBatch(context: BatchContext) {
  const { run } = getRunState()
  const claims = run ? listOpenItems(run).map(({ claim }) => claim) : []
  const payable = (await Promise.all(claims.map((claim) => isPayable(context, claim)))).flatMap(
    (isAccepted, index) => (isAccepted ? (claims[index] ?? []) : []),
  )
  if (payable.length === 0) return
  for (const { id } of payable) updateItem(id, { status: "asking" })
  try {
    const { id } = await sendCalls(context.wagmi, {
      ...{ chainId: context.chainId, calls: payable.map(toClaimCall), forceAtomic: true },
    })
    const sent = getRunState().run
    if (sent) setRunState({ run: { ...sent, batchId: id } })
    for (const claim of payable) updateItem(claim.id, { status: "sent" })
    await finishBatch(context, id)
  } catch (error) {
    endItems(payable, mayBeSent(error) ? appError("SEND_UNKNOWN") : error)
  }
}

/** Quoted as every action of the pages, and simulated at the node for what the API has no action for. */
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

/** Waits for a sent batch and lets its transactions be reported; also after a reload. */
export async function finishBatch({ wagmi, chainId, wallet }: BatchContext, batchId: string) {
  const { run } = getRunState()
  const sent = run ? run.items.filter(({ status }) => status === "sent") : []
  const claims = sent.map(({ claim }) => claim)
  try {
    const { status, receipts = [] } = await waitForCallsStatus(wagmi, {
      ...{ id: batchId, timeout: BATCH_TIMEOUT_MS },
    })
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
    endItems(claims, mayBeSent(error) ? appError("SEND_UNKNOWN") : error)
  } finally {
    const ended = getRunState().run
    if (ended) setRunState({ run: { ...ended, batchId: null } })
  }
}

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
