import type { Config } from "wagmi"
import { describeFailure } from "@/components/browser/failure"
import { sendRequest } from "@/components/wallet/transactions/send"
import { findPendingTransaction, waitUntil } from "@/components/wallet/transactions/store"
import { isAsked } from "@/components/wallet/transactions/stored-transaction"
import { toClaimCall } from "@/lib/claims/calls"
import { collectInBatch, finishBatch, hasBatches } from "./batch"
import { toClaimAction } from "./claim-action"
import { type ClaimData, describeClaim } from "./claim-text"
import {
  createItem,
  getRunState,
  listOpenItems,
  type Run,
  setRunState,
  updateItem,
} from "./run-store"

export type CollectContext = { wagmi: Config; chainId: number; wallet: string }

/** Collects claims. An unfinished run of this tab continues first. */
export async function collect(context: CollectContext, claims: readonly ClaimData[]) {
  if (getRunState().isRunning || claims.length === 0) return
  const { wallet, chainId } = context
  setRunState({ run: { wallet, chainId, items: claims.map(createItem), batchId: null } })
  await continueRun(context)
}

/** Sends the rest of the run: in one batch where the wallet can, else one transaction after the other. */
export async function continueRun(context: CollectContext) {
  const { run, isRunning } = getRunState()
  if (!run || isRunning || run.wallet !== context.wallet) return
  setRunState({ isRunning: true, isStopping: false })
  try {
    if (run.batchId) await finishBatch(context, run.batchId)
    else if (listOpenItems(run).length > 1 && (await hasBatches(context))) {
      await collectInBatch(context)
    } else await collectOneByOne(context)
  } finally {
    setRunState({ isRunning: false, isStopping: false })
  }
}

/** Continues after a reload with what was already sent, without asking the wallet. */
export async function resumeSent(context: CollectContext) {
  const { run, isRunning } = getRunState()
  if (!run || isRunning || run.wallet !== context.wallet) return
  if (run.batchId) return continueRun(context)
  await Promise.all(
    run.items.map(({ status, claim, transactionId }) =>
      status === "sent" && transactionId ? followItem(claim.id, transactionId) : undefined,
    ),
  )
}

export const stopAfterThis = () => setRunState({ isStopping: true })

async function collectOneByOne(context: CollectContext) {
  for (let item = findNext(); item && !getRunState().isStopping; item = findNext()) {
    await collectItem(context, item.claim)
  }
}

function findNext() {
  const { run } = getRunState()
  return run ? listOpenItems(run)[0] : undefined
}

/** Records a refusal by the wallet or the contract; the next claim does not depend on it. */
async function collectItem({ wagmi, chainId }: CollectContext, claim: ClaimData) {
  const { id } = claim
  updateItem(id, { status: "asking" })
  try {
    const name = `claim.${id}`
    // Before a reload the wallet was asked, and may have sent it.
    const pending = findPendingTransaction(name, chainId)
    const request = { action: toClaimAction(claim), call: toClaimCall(claim) }
    const label = { name, title: describeClaim(claim), sync: ["/api/v1/sync"] }
    const transactionId = pending?.id ?? (await sendRequest({ wagmi, chainId }, request, label))
    updateItem(id, { status: "sent", transactionId })
    await followItem(id, transactionId)
  } catch (error) {
    const { isUserRejection, sentence } = describeFailure(error)
    updateItem(id, { status: isUserRejection ? "refused" : "failed", reason: sentence })
  }
}

async function followItem(id: string, transactionId: string) {
  const ended = await waitUntil(transactionId, (each) => !isAsked(each) && each.phase !== "pending")
  const isDone = ended?.phase === "mined" || ended?.phase === "indexed"
  updateItem(id, {
    status: isDone ? "done" : "failed",
    reason: isDone ? null : (ended?.failure?.sentence ?? "The transaction was not carried out."),
  })
}

/** Counts the claims of a run that are collected, refused or failed. */
export function countItems({ items }: Run) {
  const count = (...statuses: readonly string[]) =>
    items.filter(({ status }) => statuses.includes(status)).length
  return { all: items.length, done: count("done"), missed: count("refused", "failed") }
}
