"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useCallback, useEffect, useRef, useState } from "react"
import type { Hex, TransactionReceipt } from "viem"
import { useConfig } from "wagmi"
import { getConnection, sendTransaction } from "wagmi/actions"
import { useBrowserConfig } from "./config"
import { describeFailure, type Failure, known } from "./failure"
import { dropPending, findPending, keepPending, type Pending } from "./pending"
import {
  type Approval,
  approvalCall,
  type ContractCall,
  indexed,
  isApproved,
  mined,
  simulate,
} from "./transaction"

export type Step = "approve" | "confirm" | "mine" | "index"

export type TransactionState =
  | { phase: "idle" }
  | { phase: "running"; step: Step; hash: Hex | null }
  | { phase: "failed"; step: Step; failure: Failure; hash: Hex | null }
  | { phase: "done"; hash: Hex; isIndexed: boolean }

type Sent = { hash: Hex; isIndexed: boolean }
type Enter = (step: Step, hash?: Hex) => void

export type TransactionRequest = {
  call: ContractCall
  /** Asked for only when the allowance is too small. */
  approval?: Approval
}

type Options = {
  /** Names what is sent from here in this browser, so that it is found again after a reload. */
  name: string
  /** Where the service is told about it. */
  sync?: readonly string[]
  onMined?: (receipt: TransactionReceipt) => void
  /** Runs after the service has stored the transaction, before the page is refreshed. */
  onIndexed?: (receipt: TransactionReceipt) => void
}

const SYNC = ["/api/v1/sync"]

/**
 * One transaction from the first request to the moment the page shows it: approve what is needed, simulate,
 * let the wallet sign, wait on our own node, tell the index, refresh. The only place that knows this sequence.
 * A page that is loaded again goes on waiting for what was sent before.
 */
export function useTransaction(options: Options) {
  const wagmi = useConfig()
  const { chainId } = useBrowserConfig()
  const queries = useQueryClient()
  const router = useRouter()
  const [state, setState] = useState<TransactionState>({ phase: "idle" })
  const latest = useRef(options)
  latest.current = options
  const { name } = options

  /** Runs the work and reports how far it has come; a failure is shown at the step it happened in. */
  const track = useCallback(
    async (first: Step, work: (enter: Enter) => Promise<Sent>): Promise<boolean> => {
      let at: { step: Step; hash: Hex | null } = { step: first, hash: null }
      const enter: Enter = (step, hash) => {
        at = { step, hash: hash ?? null }
        setState({ phase: "running", ...at })
      }
      enter(first)
      try {
        setState({ phase: "done", ...(await work(enter)) })
        router.refresh()
        return true
      } catch (error) {
        setState({ phase: "failed", ...at, failure: describeFailure(error) })
        void queries.invalidateQueries({ queryKey: ["chain"] })
        return false
      } finally {
        if (at.hash) dropPending(name, at.hash)
      }
    },
    [queries, router, name],
  )

  const follow = useCallback(
    async ({ hash: sent, from, call }: Pending, enter: Enter): Promise<Sent> => {
      enter("mine", sent)
      const receipt = await mined(wagmi.getClient({ chainId }), sent, from, call)
      latest.current.onMined?.(receipt)
      const hash = receipt.transactionHash
      enter("index", hash)
      void queries.invalidateQueries({ queryKey: ["chain"] })
      const isIndexed = await indexed(hash, latest.current.sync ?? SYNC)
      dropPending(name, sent)
      if (isIndexed) latest.current.onIndexed?.(receipt)
      return { hash, isIndexed }
    },
    [wagmi, chainId, queries, name],
  )

  const run = useCallback(
    ({ approval, call }: TransactionRequest) =>
      track(approval ? "approve" : "confirm", async (enter) => {
        const { address: from } = getConnection(wagmi)
        if (!from) throw known("NOT_CONNECTED", "No wallet is connected.", "Connect one first.")
        const client = wagmi.getClient({ chainId })
        const send = (what: ContractCall) => sendTransaction(wagmi, { chainId, ...what })
        if (approval && !(await isApproved(client, from, approval))) {
          const approve = approvalCall(approval)
          await mined(client, await send(approve), from, approve)
        }
        enter("confirm")
        await simulate(client, from, call)
        const pending = { chainId, hash: await send(call), from, call }
        keepPending(name, pending)
        return follow(pending, enter)
      }),
    [wagmi, chainId, name, track, follow],
  )

  const isResumed = useRef(false)
  useEffect(() => {
    if (isResumed.current) return
    isResumed.current = true
    const pending = findPending(name, chainId)
    if (pending) void track("mine", (enter) => follow(pending, enter))
  }, [name, chainId, track, follow])

  const reset = useCallback(() => setState({ phase: "idle" }), [])
  return { state, run, reset, isRunning: state.phase === "running" }
}
