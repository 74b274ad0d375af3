import { sql } from "kysely"
import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { db, dbOn, transaction } from "@/lib/db/client"
import { assertNotBlocked } from "@/lib/wallets/blocks"
import { reportColumns, toReport } from "./queries"
import { type BugReport, type BugReportBody, parseReportId, type VerdictBody } from "./schema"
import { REPORTS_PER_DAY } from "./validation"

/** POST /api/v1/bugs/reports. */
export async function reportBug(wallet: string, body: BugReportBody): Promise<BugReport> {
  await assertNotBlocked(wallet)
  return transaction(async (client) => {
    const now = await lockReporter(client, wallet)
    await assertQuota(client, wallet, now)
    const { evidence, ...report } = body
    const row = await dbOn(client)
      .insertInto("bug_report")
      .values({ ...report, evidence: evidence || null, wallet, created_at: now, updated_at: now })
      .returning(reportColumns)
      .executeTakeFirstOrThrow()
    return toReport(row)
  })
}

/** First key of the advisory locks of reporters. */
const REPORTER_LOCKS = 7_320_011

/** One report of a wallet at a time. Returns the database's clock, later than that of every earlier one. */
async function lockReporter(client: ClientBase, wallet: string): Promise<Date> {
  const queries = dbOn(client)
  await queries
    .selectNoFrom(
      sql`pg_advisory_xact_lock(${sql.lit(REPORTER_LOCKS)}, hashtext(${wallet}))`.as("lock"),
    )
    .execute()
  const { now } = await queries
    .selectNoFrom(({ fn }) => fn<Date>("clock_timestamp").as("now"))
    .executeTakeFirstOrThrow()
  return now
}

const DAY_MS = 86_400_000

async function assertQuota(client: ClientBase, wallet: string, now: Date) {
  const sinceMidnight = now.getTime() % DAY_MS
  const { made } = await dbOn(client)
    .selectFrom("bug_report")
    .select(sql<number>`count(*)::int`.as("made"))
    .where("wallet", "=", wallet)
    .where("created_at", ">=", new Date(now.getTime() - sinceMidnight))
    .executeTakeFirstOrThrow()
  if (made < REPORTS_PER_DAY) return
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
  const row =
    rowId !== null &&
    (await db
      .updateTable("bug_report")
      .set({
        ...(status && { status }),
        ...(severity && { severity }),
        decided_by: admin,
        updated_at: sql<Date>`clock_timestamp()`,
      })
      .where("id", "=", rowId)
      .returning(reportColumns)
      .executeTakeFirst())
  if (!row) throw notFound("REPORT_NOT_FOUND")
  return toReport(row)
}
