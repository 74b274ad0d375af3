"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useCallback, useEffect, useRef, useState } from "react"
import { type Hex, isHex, type TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { useConfig } from "wagmi"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useWallet } from "@/components/wallet/use-wallet"
import { appErrors } from "@/lib/errors/app"
import { isConfirming } from "./ask-wallet"
import type { TransactionRequest } from "./quoted-action"
import { sendAfterApproval, sendRequest, type TransactionLabel } from "./send"
import { selectTransactions, useTransactions, waitUntil } from "./store"
import { isApproving, isInProgress, type StoredTransaction } from "./stored-transaction"
import { useVisibleTransaction } from "./toasts"

export type TransactionStep = "approve" | "confirm" | "mine" | "index"

export type TransactionState =
  | { phase: "idle" }
  /** `hash` is null while the wallet asks the user. `isChecking`: it is open whether the wallet has sent it. */
  | { phase: "running"; step: TransactionStep; hash: Hex | null; isChecking?: boolean }
  /** Approved, and the page was closed before the call was sent: `resume` sends it. */
  | { phase: "paused"; step: "confirm"; title: string; resume: () => Promise<boolean> }
  | { phase: "failed"; step: TransactionStep; failure: Failure; hash: Hex | null }
  | { phase: "done"; hash: Hex; isIndexed: boolean }

type Options = {
  /** Stored with the transaction, so that this component finds it again after a reload. */
  name: string
  /** Title in the list of transactions if the request has none. */
  title?: string
  /** Routes that the hash is reported to once it is mined. */
  sync?: readonly string[]
  onMined?: (receipt: TransactionReceipt) => void
  /** Runs once the service has stored the transaction. */
  onIndexed?: (receipt: TransactionReceipt) => void
}

/** Shown until the transaction is stored. */
type LocalState = Extract<TransactionState, { phase: "idle" | "running" | "failed" }>

/** Whether the page itself says why nothing was sent. */
type ShowsFailure = (failure: Failure) => Promise<boolean>

type EnterStep = (step: TransactionStep) => void

const SYNC = ["/api/v1/sync"]
const IDLE: LocalState = { phase: "idle" }

/**
 * Sends a transaction and follows it until the page can show its result: quote and simulation, approval if needed,
 * signature, block, index. Sent transactions are stored and watched outside of this component, so a reloaded page shows the same
 * state.
 */
export function useTransaction(options: Options) {
  const wagmi = useConfig()
  const quotes = useQueryClient()
  const { chainId } = useBrowserConfig()
  const [local, setLocal] = useState<LocalState>(IDLE)
  const { transaction, track, untrack } = useTrackedTransaction(options.name, chainId)
  const latest = useRef(options)
  latest.current = options
  useReceiptCallbacks(transaction, latest)

  /** Runs the steps that ask the wallet; a failure is shown at its step. */
  const runSteps = useCallback(
    async (
      first: TransactionStep,
      work: (enter: EnterStep) => Promise<string>,
      isShown?: ShowsFailure,
    ) => {
      let step = first
      const enter = (next: TransactionStep) => {
        step = next
        setLocal({ phase: "running", step, hash: null })
      }
      enter(first)
      try {
        const id = await work(enter)
        setLocal(IDLE)
        const final = await waitUntil(id, (each) => !isInProgress(each))
        return final?.phase === "indexed" || final?.phase === "mined"
      } catch (error) {
        const failure = describeFailure(error)
        const isElsewhere = await isShown?.(failure)
        setLocal(isElsewhere ? IDLE : { phase: "failed", step, failure, hash: null })
        return false
      }
    },
    [],
  )

  const run = useCallback(
    (request: TransactionRequest, isShown?: ShowsFailure) =>
      runSteps(
        request.approval ? "approve" : "confirm",
        async (enter) => {
          untrack()
          const { name, title = "Transaction", sync = SYNC } = latest.current
          const label: TransactionLabel = { name, title: request.title ?? title, sync }
          const context = { wagmi, chainId }
          const onAllowed = () => enter("confirm")
          const id = track(await sendRequest(context, request, label, { quotes, onAllowed }))
          const current = await waitUntil(id, (each) => !isApproving(each))
          if (current?.phase === "approved") {
            enter("confirm")
            await sendAfterApproval(context, id)
          }
          return id
        },
        isShown,
      ),
    [wagmi, quotes, chainId, runSteps, track, untrack],
  )

  const resume = useCallback(
    (id: string) =>
      runSteps("confirm", async () => {
        await sendAfterApproval({ wagmi, chainId }, id)
        return id
      }),
    [wagmi, chainId, runSteps],
  )

  const reset = useCallback(() => {
    setLocal(IDLE)
    untrack()
  }, [untrack])

  const state = toState(local, transaction, resume)
  return { state, run, reset, isRunning: state.phase === "running" }
}

/** The stored transaction this component shows: the last one it sent, or one in progress from before a reload. */
function useTrackedTransaction(name: string, chainId: number) {
  const { address } = useWallet()
  const own = selectTransactions(useTransactions(), chainId, address ?? null)
  const [id, setId] = useState<string | null>(null)
  const transaction =
    own.find((each) => each.id === id) ??
    own.find((each) => each.name === name && isInProgress(each)) ??
    null
  const foundId = transaction?.id ?? null
  useEffect(() => {
    // Still shown once it is no longer in progress.
    if (foundId) setId(foundId)
  }, [foundId])
  useVisibleTransaction(foundId)
  const track = useCallback((tracked: string) => {
    setId(tracked)
    return tracked
  }, [])
  const untrack = useCallback(() => setId(null), [])
  return { transaction, track, untrack }
}

function toState(
  local: LocalState,
  transaction: StoredTransaction | null,
  resume: (id: string) => Promise<boolean>,
): TransactionState {
  if (!transaction) return local
  const { id, title, phase, approval } = transaction
  const hash = isHex(transaction.hash) ? transaction.hash : null
  switch (phase) {
    case "confirming":
    case "checking": {
      const step = isApproving(transaction) ? "approve" : "confirm"
      return { phase: "running", step, hash: null, isChecking: phase === "checking" }
    }
    case "approving":
      return {
        phase: "running",
        step: "approve",
        hash: isHex(approval?.hash) ? approval.hash : null,
      }
    case "approved":
      if (local.phase !== "idle") return local
      if (isConfirming(id)) return { phase: "running", step: "confirm", hash: null }
      return { phase: "paused", step: "confirm", title, resume: () => resume(id) }
    case "pending":
      return { phase: "running", step: "mine", hash }
    case "mined":
    case "indexed":
      if (!hash || isInProgress(transaction)) return { phase: "running", step: "index", hash }
      return { phase: "done", hash, isIndexed: phase === "indexed" }
    default: {
      const failure = toFailure(transaction)
      return { phase: "failed", step: findFailedStep(transaction), hash, failure }
    }
  }
}

function findFailedStep({ hash, approval, failure }: StoredTransaction): TransactionStep {
  if (hash) return "mine"
  if (approval && !approval.hash) return "approve"
  return failure?.code === "APPROVAL_REVERTED" ? "approve" : "confirm"
}

function toFailure({ failure }: StoredTransaction): Failure {
  return { isUserRejection: false, ...(failure ?? { code: "REVERTED", ...appErrors.REVERTED }) }
}

/** Calls `onMined` and `onIndexed` once each per transaction. */
function useReceiptCallbacks(transaction: StoredTransaction | null, latest: { current: Options }) {
  const wagmi = useConfig()
  const router = useRouter()
  const called = useRef(new Set<string>())
  const hash = transaction?.hash
  const isIndexed = transaction?.phase === "indexed"
  const isMined = isIndexed || transaction?.phase === "mined"
  const chainId = transaction?.chainId
  useEffect(() => {
    if (!isMined || !isHex(hash) || chainId === undefined) return
    const callOnce = (
      event: "mined" | "indexed",
      callback: ((receipt: TransactionReceipt) => void) | undefined,
    ) => {
      if (called.current.has(event + hash)) return
      called.current.add(event + hash)
      if (!callback) return
      getTransactionReceipt(wagmi.getClient({ chainId }), { hash }).then(callback, () => {
        // Without a receipt, the server's data shows the result.
        router.refresh()
      })
    }
    callOnce("mined", latest.current.onMined)
    if (isIndexed) callOnce("indexed", latest.current.onIndexed)
  }, [hash, isMined, isIndexed, chainId, wagmi, router, latest])
}
