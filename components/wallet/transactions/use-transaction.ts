"use client"

import { useRouter } from "next/navigation"
import { useCallback, useEffect, useRef, useState } from "react"
import { type Hex, isHex, type TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"
import { useConfig } from "wagmi"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useWallet } from "@/components/wallet/use-wallet"
import { appErrors } from "@/lib/errors/app"
import {
  isConfirming,
  sendAfterApproval,
  sendApproval,
  sendCall,
  type TransactionLabel,
  type TransactionRequest,
  waitUntilEnded,
  waitUntilPast,
} from "./send"
import { isInProgress, type StoredTransaction, useTransactions } from "./store"
import { useVisibleTransaction } from "./visible"

export type { TransactionRequest } from "./send"

export type TransactionStep = "approve" | "confirm" | "mine" | "index"

export type TransactionState =
  | { phase: "idle" }
  /** Without `hash` the wallet is being asked. */
  | { phase: "running"; step: TransactionStep; hash: Hex | null }
  /** The approval is through, and the page was left before the rest: `resume` goes on. */
  | { phase: "paused"; step: "confirm"; title: string; resume: () => Promise<boolean> }
  | { phase: "failed"; step: TransactionStep; failure: Failure; hash: Hex | null }
  | { phase: "done"; hash: Hex; isIndexed: boolean }

type Options = {
  /** Names what is sent from here in this browser, so that it is found again after a reload. */
  name: string
  /** What people read in the list of transactions, where the request does not say it better. */
  title?: string
  /** Where the service is told about it. */
  sync?: readonly string[]
  onMined?: (receipt: TransactionReceipt) => void
  /** Runs after the service has stored the transaction. */
  onIndexed?: (receipt: TransactionReceipt) => void
}

type LocalState = Extract<TransactionState, { phase: "idle" | "running" | "failed" }>

const SYNC = ["/api/v1/sync"]
const IDLE: LocalState = { phase: "idle" }

/**
 * One transaction from the first request to the moment the page shows it: approve what is needed, simulate,
 * let the wallet sign, wait on our own node, tell the index. What has been sent is kept and followed outside
 * of this page; a page that is loaded again shows where it stands.
 */
export function useTransaction(options: Options) {
  const wagmi = useConfig()
  const { chainId } = useBrowserConfig()
  const [local, setLocal] = useState<LocalState>(IDLE)
  const { entry, show, forget } = useTrackedTransaction(options.name, chainId)
  const latest = useRef(options)
  latest.current = options
  useReceiptCallbacks(entry, latest)

  /** Runs what asks the wallet; its failures are shown at the step they happened in. */
  const track = useCallback(
    async (first: TransactionStep, work: (enter: EnterStep) => Promise<string>) => {
      let step = first
      const enter = (next: TransactionStep) => {
        step = next
        setLocal({ phase: "running", step, hash: null })
      }
      enter(first)
      try {
        const id = await work(enter)
        setLocal(IDLE)
        const end = await waitUntilEnded(id)
        return end?.phase === "indexed" || end?.phase === "mined"
      } catch (error) {
        setLocal({ phase: "failed", step, failure: describeFailure(error), hash: null })
        return false
      }
    },
    [],
  )

  const run = useCallback(
    (request: TransactionRequest) =>
      track(request.approval ? "approve" : "confirm", async (enter) => {
        forget()
        const { name, title = "Transaction", sync = SYNC } = latest.current
        const label: TransactionLabel = { name, title: request.title ?? title, sync }
        const place = { wagmi, chainId }
        const approved = await sendApproval(place, request, label)
        if (approved === null) {
          enter("confirm")
          return show(await sendCall(place, request.call, label))
        }
        show(approved)
        if ((await waitUntilPast("approving", approved))?.phase === "approved") {
          enter("confirm")
          await sendAfterApproval(place, approved)
        }
        return approved
      }),
    [wagmi, chainId, track, show, forget],
  )

  const resume = useCallback(
    (id: string) =>
      track("confirm", async () => {
        await sendAfterApproval({ wagmi, chainId }, id)
        return id
      }),
    [wagmi, chainId, track],
  )

  const reset = useCallback(() => {
    setLocal(IDLE)
    forget()
  }, [forget])

  const state = toState(local, entry, resume)
  return { state, run, reset, isRunning: state.phase === "running" }
}

type EnterStep = (step: TransactionStep) => void

/** The kept transaction this part of the page shows: its own last one, or one under way from before. */
function useTrackedTransaction(name: string, chainId: number) {
  const { address } = useWallet()
  const entries = useTransactions()
  const [id, setId] = useState<string | null>(null)
  const own = entries.filter((entry) => entry.chainId === chainId && entry.from === address)
  const chosen = own.find((entry) => entry.id === id)
  const found = chosen ?? own.find((entry) => entry.name === name && isInProgress(entry)) ?? null
  const foundId = found?.id ?? null
  useEffect(() => {
    // It stays shown when it ends.
    if (foundId) setId(foundId)
  }, [foundId])
  useVisibleTransaction(foundId)
  const show = useCallback((shown: string) => {
    setId(shown)
    return shown
  }, [])
  const forget = useCallback(() => setId(null), [])
  return { entry: found, show, forget }
}

function toState(
  local: LocalState,
  entry: StoredTransaction | null,
  resume: (id: string) => Promise<boolean>,
): TransactionState {
  if (!entry) return local
  const hash = isHex(entry.hash) ? entry.hash : null
  switch (entry.phase) {
    case "approving":
      return {
        phase: "running",
        step: "approve",
        hash: isHex(entry.approval?.hash) ? entry.approval.hash : null,
      }
    case "approved":
      if (local.phase !== "idle") return local
      if (isConfirming(entry.id)) return { phase: "running", step: "confirm", hash: null }
      return {
        phase: "paused",
        step: "confirm",
        title: entry.title,
        resume: () => resume(entry.id),
      }
    case "pending":
      return { phase: "running", step: "mine", hash }
    case "mined":
    case "indexed":
      if (!hash || isInProgress(entry)) return { phase: "running", step: "index", hash }
      return { phase: "done", hash, isIndexed: entry.phase === "indexed" }
    default:
      return { phase: "failed", step: findFailedStep(entry), hash, failure: toFailure(entry) }
  }
}

function findFailedStep({ hash, failure }: StoredTransaction): TransactionStep {
  if (hash) return "mine"
  return failure?.code === "APPROVAL_REVERTED" ? "approve" : "confirm"
}

function toFailure({ failure }: StoredTransaction): Failure {
  return { isUserRejection: false, ...(failure ?? { code: "REVERTED", ...appErrors.REVERTED }) }
}

/** Hands the receipt to the page when the transaction gets into a block and into the index, once each. */
function useReceiptCallbacks(entry: StoredTransaction | null, latest: { current: Options }) {
  const wagmi = useConfig()
  const router = useRouter()
  const told = useRef(new Set<string>())
  const hash = entry?.hash
  const isMined = entry?.phase === "mined" || entry?.phase === "indexed"
  const isIndexed = entry?.phase === "indexed"
  const chainId = entry?.chainId
  useEffect(() => {
    if (!isMined || !isHex(hash) || chainId === undefined) return
    const once = (event: string, tell: ((receipt: TransactionReceipt) => void) | undefined) => {
      if (told.current.has(event + hash)) return
      told.current.add(event + hash)
      if (!tell) return
      getTransactionReceipt(wagmi.getClient({ chainId }), { hash }).then(tell, () => {
        // The next look at the page shows it.
        router.refresh()
      })
    }
    once("mined", latest.current.onMined)
    if (isIndexed) once("indexed", latest.current.onIndexed)
  }, [hash, isMined, isIndexed, chainId, wagmi, router, latest])
}
