import { sleep } from "@/lib/async/backoff"
import { processSingleton } from "@/lib/async/process-singleton"
import { ApiError } from "@/lib/http/errors"
import { log } from "@/lib/telemetry/logger"
import { inSpan, signals } from "@/lib/telemetry/signals"
import { claimRun, failRun, finishRun, type JobRun, releaseRun, renewLease } from "./runs"

/**
 * Work of each UTC day that exactly one process does. An interrupted or failed run starts from its beginning, so the
 * job itself skips completed work. A job that throws NOT_CONFIGURED is over for the day.
 */
export type DailyJob = {
  name: string
  /** Ends early, by throwing, when the signal aborts. */
  run: (context: JobContext) => Promise<void>
}

/** `day`: the UTC day, as 2026-01-31. */
export type JobContext = { day: string; signal: AbortSignal }

export type JobResult = { name: string; result: "done" | "failed" | "interrupted" | "skipped" }

const RENEW_EVERY_MS = 30_000
const CHECK_EVERY_MS = 60_000

/** Runs each job that is due today and not held by another process; returns the names of those it ran. */
export async function runDueJobs(
  jobs: readonly DailyJob[],
  signal: AbortSignal,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const job of jobs) {
    if (signal.aborted) break
    const run = await claimRun(job.name)
    if (!run) continue
    const result = await execute(job, run, signal)
    signals.emit("job", job.name, result)
    results.push({ name: job.name, result })
  }
  return results
}

async function execute(job: DailyJob, run: JobRun, signal: AbortSignal) {
  const lost = new AbortController()
  const stop = keepLease(run, lost)
  const either = AbortSignal.any([signal, lost.signal])
  try {
    await inSpan(
      () => ({ name: `job ${job.name}` }),
      () => job.run({ day: run.day, signal: either }),
    )
    await finishRun(run)
    return "done"
  } catch (error) {
    if (either.aborted) {
      await releaseRun(run)
      return "interrupted"
    }
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof ApiError && error.code === "NOT_CONFIGURED") {
      reportSkipped(job, reason)
      await finishRun(run)
      return "skipped"
    }
    log.error(`The daily job ${job.name} failed (attempt ${run.attempt}): ${reason}`)
    await failRun(run, reason)
    return "failed"
  } finally {
    stop()
  }
}

/** Once per process, because the configuration does not change while it runs. */
function reportSkipped({ name }: DailyJob, reason: string) {
  const reported = processSingleton("skipped-jobs", () => new Set<string>())
  if (reported.has(name)) return
  reported.add(name)
  log.info(`The daily job ${name} has nothing to do: ${reason}`)
}

/** Renews the lease until it is stopped; aborts the job when another process took it. */
function keepLease(run: JobRun, lost: AbortController) {
  const timer = setInterval(() => {
    renewLease(run).then(
      (isOurs) => {
        if (!isOurs) lost.abort()
      },
      // The database is away: the next renewal may come in time.
      () => {},
    )
  }, RENEW_EVERY_MS)
  return () => clearInterval(timer)
}

/** Runs due jobs every minute until the signal aborts. */
export async function keepRunningJobs(jobs: readonly DailyJob[], signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await runDueJobs(jobs, signal)
    } catch (error) {
      log.error(`Daily jobs wait: ${error instanceof Error ? error.message : error}`)
    }
    await sleep(CHECK_EVERY_MS, signal)
  }
}
