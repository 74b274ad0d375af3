import { createHash, timingSafeEqual } from "node:crypto"
import { deployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { indexStatus } from "@/lib/indexer/status"
import { followFor } from "@/lib/indexer/turn"

export const dynamic = "force-dynamic"
export const maxDuration = 60

/** Leaves the host's scheduler time for the answer. */
const BUDGET_MS = 45_000

/** One step of the follower, for hosting without long-running processes; called by a scheduler. */
export async function GET(request: Request): Promise<Response> {
  const { CRON_SECRET, RPC_URL, INDEX_FOLLOWER } = env()
  if (!CRON_SECRET || !isAuthorized(request, CRON_SECRET))
    return answer({ error: "Not found" }, 404)
  if (!RPC_URL || !INDEX_FOLLOWER) return answer({ error: "The follower is off" }, 503)
  try {
    const result = await followFor(BUDGET_MS, { book: deployment(), rpcUrl: RPC_URL })
    const status = await indexStatus()
    return answer({ result, indexedBlock: status?.indexedBlock, headBlock: status?.headBlock }, 200)
  } catch (error) {
    console.error("The follower's step failed:", error)
    return answer({ error: "The step failed" }, 500)
  }
}

/** Compares digests: they have one length, and their first difference says nothing about the secret. */
function isAuthorized(request: Request, secret: string) {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  const given = request.headers.get("authorization") ?? ""
  return timingSafeEqual(digest(given), digest(`Bearer ${secret}`))
}

function answer(body: object, status: number) {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } })
}
