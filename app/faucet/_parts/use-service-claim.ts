"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { type Hex, isHex } from "viem"
import { waitForTransactionReceipt } from "viem/actions"
import { useConfig } from "wagmi"
import { appError } from "@/components/browser/failure"
import { useAction } from "@/components/browser/use-action"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { forgetReferrer } from "@/components/referral/kept-referrer"
import { useSession } from "@/components/wallet/session/session"
import { callApi } from "@/lib/api/client"

export type ClaimProgress =
  | { phase: "idle" }
  | { phase: "sending" }
  | { phase: "mining" | "done"; hash: Hex; amount: number }

const IDLE: ClaimProgress = { phase: "idle" }
const RECEIPT_TIMEOUT_MS = 60_000
const REFRESH_MS = 20_000

/** What the signed-in wallet may claim. */
export function useChecklist(wallet: string) {
  const { request } = useSession()
  return useQuery({
    queryKey: ["faucet checklist", wallet],
    queryFn: () => request("GET /api/internal/faucet", {}),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
}

/** Claims at the service, and follows the payout until the page can show it. */
export function useServiceClaim(wallet: string) {
  const wagmi = useConfig()
  const { chainId } = useBrowserConfig()
  const { request } = useSession()
  const queries = useQueryClient()
  const router = useRouter()
  const { run, failure, reset } = useAction()
  const [progress, setProgress] = useState<ClaimProgress>(IDLE)

  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["faucet checklist", wallet] }),
      queries.invalidateQueries({ queryKey: ["chain", chainId] }),
    ])
    router.refresh()
  }

  const follow = async (referrer: string | null) => {
    setProgress({ phase: "sending" })
    const { amount, txHash } = await request("POST /api/v1/faucet/claim", {
      body: referrer ? { referrer } : {},
    })
    if (!isHex(txHash)) throw appError("UNKNOWN")
    setProgress({ phase: "mining", hash: txHash, amount })
    const { status } = await waitForTransactionReceipt(wagmi.getClient({ chainId }), {
      hash: txHash,
      timeout: RECEIPT_TIMEOUT_MS,
    })
    if (status !== "success") throw appError("PAYOUT_REVERTED")
    forgetReferrer()
    // The follower indexes the claim anyway; without these calls it only takes a little longer.
    await Promise.allSettled([
      callApi("POST /api/v1/sync", { body: { txHash } }),
      callApi("POST /api/v1/sync/faucet", { body: { txHash } }),
    ])
    setProgress({ phase: "done", hash: txHash, amount })
  }

  const claim = async (referrer: string | null) => {
    const isDone = await run(() => follow(referrer))
    if (!isDone) setProgress(IDLE)
    await refresh()
  }
  return { progress, failure, claim, reset }
}
