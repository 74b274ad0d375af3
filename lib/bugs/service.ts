import { sql } from "kysely"
import { db, prisma, readClock, type Transaction } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { ApiError, notFound } from "@/lib/http/errors"
import { assertNotBlocked } from "@/lib/wallets/blocks"
import { omitted, toReport } from "./queries"
import { type BugReport, type BugReportBody, parseReportId, type VerdictBody } from "./schema"
import { REPORTS_PER_DAY } from "./validation"

/** POST /api/v1/bugs/reports. */
export async function reportBug(wallet: string, body: BugReportBody): Promise<BugReport> {
  await assertNotBlocked(wallet)
  return prisma.$transaction(async (tx) => {
    const now = await lockReporter(tx, wallet)
    await assertQuota(tx, wallet, now)
    const { evidence, ...report } = body
    const row = await tx.bugReport.create({
      data: { ...report, evidence: evidence || null, wallet, createdAt: now, updatedAt: now },
      omit: omitted,
    })
    return toReport(row)
  })
}

/** First key of the advisory locks of reporters. */
const REPORTER_LOCKS = 7_320_011

/** Admits one report of a wallet at a time. Returns the database's clock, later than that of every earlier report. */
async function lockReporter(tx: Transaction, wallet: string): Promise<Date> {
  const [clock] = await readClockUnderLock({ wallet }, tx)
  if (!clock) throw new Error("The clock gave no time")
  return clock.now
}

const readClockUnderLock = statement({ wallet: "text" }, ({ wallet }) => {
  const lock = sql`pg_advisory_xact_lock(${sql.lit(REPORTER_LOCKS)}, hashtext(${wallet}))`
  return db
    .selectFrom(db.selectNoFrom(lock.as("lock")).as("locked"))
    .select(({ fn }) => fn<Date>("clock_timestamp").as("now"))
})

const DAY_MS = 86_400_000

async function assertQuota(tx: Transaction, wallet: string, now: Date) {
  const sinceMidnight = now.getTime() % DAY_MS
  const midnight = new Date(now.getTime() - sinceMidnight)
  const count = await tx.bugReport.count({ where: { wallet, createdAt: { gte: midnight } } })
  if (count < REPORTS_PER_DAY) return
  throw new ApiError("QUOTA_EXCEEDED", `A wallet reports at most ${REPORTS_PER_DAY} bugs a day`, {
    retryAfter: (DAY_MS - sinceMidnight) / 1_000,
  })
}

type Verdict = VerdictBody & { admin: string }

/** PATCH /api/v1/bugs/reports/{id}. */
export async function decideReport(
  id: string,
  { admin, status, severity }: Verdict,
): Promise<BugReport> {
  if (status === undefined && severity === undefined) {
    throw new ApiError("NO_FIELDS", "status or severity is needed")
  }
  const rowId = parseReportId(id)
  if (rowId === null) throw notFound("REPORT_NOT_FOUND")
  const [row] = await prisma.bugReport.updateManyAndReturn({
    where: { id: BigInt(rowId) },
    data: { status, severity, decidedBy: admin, updatedAt: await readClock() },
    omit: omitted,
  })
  if (!row) throw notFound("REPORT_NOT_FOUND")
  return toReport(row)
}
