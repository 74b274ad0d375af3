import { isFromScheduler } from "@/lib/auth/cron-secret"
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { findIndexStatus } from "@/lib/events/index-status"
import { settlePayouts } from "@/lib/faucet/settler"
import { followFor } from "@/lib/indexer/cron-step"

export const dynamic = "force-dynamic"
export const maxDuration = 60

/** Leaves the host's scheduler time for the answer. */
const STEP_BUDGET_MS = 45_000

/** One step of the follower, for hosting without long-running processes; called by a scheduler. */
export async function GET(request: Request): Promise<Response> {
  const { RPC_URL, INDEX_FOLLOWER } = env()
  if (!isFromScheduler(request)) return jsonResponse({ error: "Not found" }, 404)
  if (!RPC_URL || !INDEX_FOLLOWER) return jsonResponse({ error: "The follower is off" }, 503)
  try {
    const result = await followFor(STEP_BUDGET_MS, { book: getDeployment(), rpcUrl: RPC_URL })
    const status = await findIndexStatus()
    // Tried again by the next step.
    await settlePayouts().catch(() => {})
    return jsonResponse(
      { result, indexedBlock: status?.indexedBlock, headBlock: status?.headBlock },
      200,
    )
  } catch (error) {
    console.error("The follower's step failed:", error)
    return jsonResponse({ error: "The step failed" }, 500)
  }
}

function jsonResponse(body: object, status: number) {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } })
}
