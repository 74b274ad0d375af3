"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useCallback, useState } from "react"
import type { Hex, TransactionReceipt } from "viem"
import { useConfig } from "wagmi"
import { getConnection, sendTransaction } from "wagmi/actions"
import { useBrowserConfig } from "./config"
import { describeFailure, type Failure, known } from "./failure"
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

export type TransactionRequest = {
  call: ContractCall
  /** Asked for only when the allowance is too small. */
  approval?: Approval
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
 */
export function useTransaction() {
  const wagmi = useConfig()
  const { chainId } = useBrowserConfig()
  const queries = useQueryClient()
  const router = useRouter()
  const [state, setState] = useState<TransactionState>({ phase: "idle" })
  const reset = useCallback(() => setState({ phase: "idle" }), [])

  const run = useCallback(
    async (request: TransactionRequest): Promise<boolean> => {
      let step: Step = request.approval ? "approve" : "confirm"
      let hash: Hex | null = null
      const enter = (next: Step) => {
        step = next
        setState({ phase: "running", step, hash })
      }
      const send = (call: ContractCall) => sendTransaction(wagmi, { chainId, ...call })

      enter(step)
      try {
        const { address } = getConnection(wagmi)
        if (!address) throw known("NOT_CONNECTED", "No wallet is connected.", "Connect one first.")
        const client = wagmi.getClient({ chainId })
        const { approval, call } = request
        if (approval && !(await isApproved(client, address, approval))) {
          const approve = approvalCall(approval)
          await mined(client, await send(approve), address, approve)
        }
        enter("confirm")
        await simulate(client, address, call)
        hash = await send(call)
        enter("mine")
        const receipt = await mined(client, hash, address, call)
        request.onMined?.(receipt)
        hash = receipt.transactionHash
        enter("index")
        void queries.invalidateQueries({ queryKey: ["chain"] })
        const isIndexed = await indexed(hash, request.sync ?? SYNC)
        setState({ phase: "done", hash, isIndexed })
        if (isIndexed) request.onIndexed?.(receipt)
        router.refresh()
        return true
      } catch (error) {
        setState({ phase: "failed", step, failure: describeFailure(error), hash })
        void queries.invalidateQueries({ queryKey: ["chain"] })
        return false
      }
    },
    [wagmi, chainId, queries, router],
  )

  return { state, run, reset, isRunning: state.phase === "running" }
}
