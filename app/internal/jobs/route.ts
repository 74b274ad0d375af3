import { isFromScheduler } from "@/lib/auth/cron-secret"
import { dailyJobs } from "@/lib/daily-jobs"
import { runDueJobs } from "@/lib/jobs/daily"

export const dynamic = "force-dynamic"
export const maxDuration = 60

/** Leaves the host's scheduler time for the answer. */
const BUDGET_MS = 45_000

/** Runs the daily jobs that are due, for hosting without a follower process; called by a scheduler, often. */
export async function GET(request: Request): Promise<Response> {
  if (!isFromScheduler(request)) return jsonResponse({ error: "Not found" }, 404)
  try {
    const jobs = await runDueJobs(dailyJobs, AbortSignal.timeout(BUDGET_MS))
    const hasFailed = jobs.some(({ result }) => result === "failed")
    return jsonResponse({ jobs }, hasFailed ? 500 : 200)
  } catch (error) {
    console.error("The daily jobs could not run:", error)
    return jsonResponse({ error: "The jobs could not run" }, 500)
  }
}

function jsonResponse(body: object, status: number) {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } })
}
