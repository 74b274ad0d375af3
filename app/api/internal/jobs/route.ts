import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { requireScheduler } from "@/lib/auth/cron-secret"
import { dailyJobs } from "@/lib/daily-jobs"
import { withStatus } from "@/lib/http/response"
import { runDueJobs } from "@/lib/jobs/daily"

export const maxDuration = 60

/** Leaves the host's scheduler time for the answer. */
const BUDGET_MS = 45_000

const outcome = z.enum(["done", "failed", "interrupted", "skipped"])

/** For hosting without a follower process; called by a scheduler, often. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Runs the daily jobs that are due",
    tag: "Service",
    auth: "none",
    limit: "none",
    cache: "no-store",
    errors: ["NOT_FOUND"],
    response: z.object({ jobs: z.array(z.object({ name: z.string(), result: outcome })) }),
    otherStatuses: [500],
    handler: async ({ request }) => {
      requireScheduler(request.headers)
      const jobs = await runDueJobs(dailyJobs, AbortSignal.timeout(BUDGET_MS))
      const hasFailed = jobs.some(({ result }) => result === "failed")
      return withStatus(hasFailed ? 500 : 200, { jobs })
    },
  }),
})
