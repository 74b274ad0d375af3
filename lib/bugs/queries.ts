import { sql } from "kysely"
import { skipTake, toOffsetPage } from "@/lib/api/pagination"
import { isAdmin } from "@/lib/auth/admins"
import { db } from "@/lib/db/client"
import { findBlock } from "@/lib/wallets/blocks"
import type { BugReportPage, BugReportQuery, VerdictContext } from "./schema"

/** The columns of a report in answers. */
export const reportColumns = [
  "id",
  "wallet",
  "title",
  "description",
  "severity",
  "category",
  "evidence",
  "status",
  "created_at as createdAt",
  "updated_at as updatedAt",
] as const

export const toReport = <R extends { id: string }>(row: R) => ({ ...row, id: BigInt(row.id) })

/** GET /api/v1/bugs/reports: the wallet's own reports, for admins those of everybody; the newest first. */
export async function findBugReports(
  caller: string,
  query: BugReportQuery,
): Promise<BugReportPage> {
  const wallet = isAdmin(caller) ? query.wallet : caller
  const { skip, take } = skipTake(query)
  const selected = () => selectReports({ ...query, wallet })
  const [rows, { total }] = await Promise.all([
    selected().select(reportColumns).orderBy("id", "desc").limit(take).offset(skip).execute(),
    selected().select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow(),
  ])
  return toOffsetPage(rows.map(toReport), total, query)
}

type Filters = Pick<BugReportQuery, "status" | "severity" | "category"> & {
  wallet: string | undefined
}

const selectReports = ({ status, severity, category, wallet }: Filters) =>
  db
    .selectFrom("bug_report")
    .where((eb) =>
      eb.and([
        ...(status ? [eb("status", "=", status)] : []),
        ...(severity ? [eb("severity", "=", severity)] : []),
        ...(category ? [eb("category", "=", category)] : []),
        ...(wallet ? [eb("wallet", "=", wallet)] : []),
      ]),
    )

/** From 0 to 1: what pg_trgm counts as similar by default. */
const MIN_SIMILARITY = sql.lit(0.3)
const MOST_SIMILAR = 5

/** Earlier reports that read like this one, and whether its wallet is blocked; null for an unknown report. */
export async function findVerdictContext(id: string): Promise<VerdictContext | null> {
  const report = await db
    .selectFrom("bug_report")
    .select(["wallet"])
    .where("id", "=", id)
    .executeTakeFirst()
  if (!report) return null
  const [similar, block] = await Promise.all([findSimilar(id), findBlock(report.wallet)])
  return {
    similar: similar.map(toReport),
    block: block ? { reason: block.reason, createdAt: block.createdAt } : null,
  }
}

/** Reports before this one that are no duplicates themselves, by titles and descriptions. */
const findSimilar = (id: string) =>
  db
    .with("asked", (queries) =>
      queries
        .selectFrom("bug_report")
        .select(({ ref }) => [
          sql<string>`lower(${ref("title")})`.as("title"),
          sql<string>`lower(${ref("description")})`.as("description"),
        ])
        .where("id", "=", id),
    )
    .with("candidate", (queries) =>
      queries
        .selectFrom(["bug_report as r", "asked"])
        .select(({ ref }) => [
          ...reportColumns.map((column) => `r.${column}` as const),
          sql<number>`greatest(
            similarity(lower(${ref("r.title")}), ${ref("asked.title")}),
            similarity(lower(${ref("r.description")}), ${ref("asked.description")})
          )::float8`.as("similarity"),
        ])
        .where("r.id", "<", id)
        .where("r.status", "<>", "duplicate")
        .where(
          ({ ref }) =>
            // The operators use the indexes.
            sql<boolean>`(lower(${ref("r.title")}) % ${ref("asked.title")}
              or lower(${ref("r.description")}) % ${ref("asked.description")})`,
        ),
    )
    .selectFrom("candidate")
    .selectAll()
    .where("similarity", ">=", MIN_SIMILARITY)
    .orderBy("similarity", "desc")
    .orderBy("id")
    .limit(MOST_SIMILAR)
    .execute()
