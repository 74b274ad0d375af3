import { sql, type UpdateObject } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"

/** A holder that does not renew its lease in this time has died; another one goes on. */
const LEASE = sql.lit("2 minutes")

/** Pause after a failure. */
const RETRY = sql.lit("10 minutes")

/** How many days of runs are kept. */
const KEPT_DAYS = 14

const MAX_FAILURE_LENGTH = 500

/** A run that this process holds; `attempt` tells it from earlier holders. */
export type JobRun = { name: string; day: string; attempt: number }

const todayUtc = sql<Date>`(now() at time zone 'UTC')::date`
const fromNow = (time: typeof LEASE) => sql<Date>`now() + ${time}::interval`

/**
 * Takes the job's run of the current UTC day; null while another process holds it, after a failure until it may be
 * tried again, and once it is done. One statement decides, for all processes.
 */
export async function claimRun(name: string): Promise<JobRun | null> {
  const claimed = await db
    .insertInto("job_run")
    .values({ name, day: todayUtc, lease_until: fromNow(LEASE) })
    .onConflict((conflict) =>
      conflict
        .columns(["name", "day"])
        .doUpdateSet(({ ref }) => ({
          lease_until: fromNow(LEASE),
          attempts: sql<number>`${ref("job_run.attempts")} + 1`,
        }))
        .where("job_run.finished_at", "is", null)
        .where("job_run.lease_until", "<", sql<Date>`now()`),
    )
    .returning(({ cast }) => [cast<string>("day", "text").as("day"), "attempts as attempt"])
    .executeTakeFirst()
  return claimed ? { name, ...claimed } : null
}

/** False when the lease was lost. */
export const renewLease = (run: JobRun) => updateRun(run, { lease_until: fromNow(LEASE) })

export async function finishRun(run: JobRun): Promise<void> {
  await updateRun(run, { finished_at: sql<Date>`now()`, failure: null })
  await db
    .deleteFrom("job_run")
    .where("name", "=", run.name)
    .where("day", "<", sql<Date>`${todayUtc} - ${sql.lit(KEPT_DAYS)}`)
    .execute()
}

/** The run is tried again after a pause. */
export const failRun = (run: JobRun, reason: string) =>
  updateRun(run, { lease_until: fromNow(RETRY), failure: reason.slice(0, MAX_FAILURE_LENGTH) })

/** Lets any process go on at once. */
export const releaseRun = (run: JobRun) =>
  updateRun(run, { lease_until: sql<Date>`now() - interval '1 second'` })

type Change = UpdateObject<Database, "job_run">

async function updateRun({ name, day, attempt }: JobRun, change: Change): Promise<boolean> {
  const updated = await db
    .updateTable("job_run")
    .set(change)
    .where("name", "=", name)
    .where("day", "=", sql<Date>`${day}::date`)
    .where("attempts", "=", attempt)
    .where("finished_at", "is", null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Each job's run of its newest day. */
export const findNewestRuns = statement({}, () =>
  db
    .selectFrom("job_run")
    .distinctOn("name")
    .select(({ cast }) => [
      "name",
      cast<string>("day", "text").as("day"),
      "attempts",
      "finished_at as finishedAt",
      "failure",
    ])
    .orderBy("name")
    .orderBy("day", "desc"),
)
