import { prisma, readClock } from "@/lib/db/client"
import type { Prisma } from "@/lib/generated/prisma/client"

/** A holder that does not renew its lease in this time has died; another process takes over. */
const LEASE_MS = 2 * 60_000

/** Pause after a failure. */
const RETRY_MS = 10 * 60_000

/** Number of days for which runs are kept. */
const KEPT_DAYS = 14
const DAY_MS = 86_400_000

const MAX_FAILURE_LENGTH = 500

/** A run that this process holds; `attempt` distinguishes it from earlier holders. */
export type JobRun = { name: string; day: string; attempt: number }

/** As 2026-01-31. */
const toDay = (time: Date) => time.toISOString().slice(0, 10)

/** A moment of the database's clock, by which all processes hold their leases. */
const fromNow = async (milliseconds: number) => later(await readClock(), milliseconds)

const later = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)

/**
 * Takes the job's run of the current UTC day; null while another process holds it, after a failure until it may be
 * tried again, and once it is done. Of all processes one adds the row, or changes the lease that it has found expired.
 */
export async function claimRun(name: string): Promise<JobRun | null> {
  const now = await readClock()
  const day = toDay(now)
  const key = { name, day: new Date(day) }
  const leaseUntil = later(now, LEASE_MS)
  const added = await prisma.jobRun.createMany({
    data: { ...key, leaseUntil },
    skipDuplicates: true,
  })
  if (added.count > 0) return { name, day, attempt: 1 }
  const [taken] = await prisma.jobRun.updateManyAndReturn({
    where: { ...key, finishedAt: null, leaseUntil: { lt: now } },
    data: { leaseUntil, attempts: { increment: 1 } },
  })
  return taken ? { name, day, attempt: taken.attempts } : null
}

/** False when the lease was lost. */
export const renewLease = async (run: JobRun) =>
  updateRun(run, { leaseUntil: await fromNow(LEASE_MS) })

export async function finishRun(run: JobRun): Promise<void> {
  const now = await readClock()
  await updateRun(run, { finishedAt: now, failure: null })
  const oldest = new Date(toDay(later(now, -KEPT_DAYS * DAY_MS)))
  await prisma.jobRun.deleteMany({ where: { name: run.name, day: { lt: oldest } } })
}

/** The run is tried again after a pause. */
export const failRun = async (run: JobRun, reason: string) =>
  updateRun(run, {
    leaseUntil: await fromNow(RETRY_MS),
    failure: reason.slice(0, MAX_FAILURE_LENGTH),
  })

/** Lets any process go on at once. */
export const releaseRun = async (run: JobRun) =>
  updateRun(run, { leaseUntil: await fromNow(-1_000) })

async function updateRun(
  { name, day, attempt }: JobRun,
  data: Prisma.JobRunUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await prisma.jobRun.updateMany({
    where: { name, day: new Date(day), attempts: attempt, finishedAt: null },
    data,
  })
  return count > 0
}

/** Each job's run of its newest day. */
export async function findNewestRuns() {
  const runs = await prisma.jobRun.findMany({
    distinct: ["name"],
    select: { name: true, day: true, attempts: true, finishedAt: true, failure: true },
    orderBy: [{ name: "asc" }, { day: "desc" }],
  })
  return runs.map((run) => ({ ...run, day: toDay(run.day) }))
}
