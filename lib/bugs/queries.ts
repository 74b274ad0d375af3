import { z } from "zod"
import { isAdmin } from "@/lib/auth/caller"
import { prisma } from "@/lib/db/client"
import type { BugReport as Row } from "@/lib/generated/prisma/client"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import { findBlock } from "@/lib/wallets/blocks"
import {
  type BugReport,
  type BugReportPage,
  type BugReportQuery,
  bugReport,
  type VerdictContext,
} from "./schema"

/** Columns of a report that no answer contains. */
export const omitted = { decidedBy: true } as const

const kinds = bugReport.pick({ severity: true, category: true, status: true })

export const toReport = <R extends Omit<Row, "decidedBy">>(row: R): R & BugReport => ({
  ...row,
  ...kinds.parse(row),
})

/** GET /api/v1/bugs/reports: the wallet's own reports, or all reports for admins; newest first. */
export async function findBugReports(
  caller: string,
  query: BugReportQuery,
): Promise<BugReportPage> {
  const { status, severity, category } = query
  const wallet = isAdmin(caller) ? query.wallet : caller
  const where = { status, severity, category, wallet }
  const [rows, total] = await Promise.all([
    prisma.bugReport.findMany({
      where,
      omit: omitted,
      orderBy: { id: "desc" },
      ...skipTake(query),
    }),
    prisma.bugReport.count({ where }),
  ])
  return toOffsetPage(rows.map(toReport), total, query)
}

/** From 0 to 1: what pg_trgm counts as similar by default. */
const MIN_SIMILARITY = 0.3
const MOST_SIMILAR = 5

/** Earlier reports that read like this one, and whether its wallet is blocked; null for an unknown report. */
export async function findVerdictContext(id: string): Promise<VerdictContext | null> {
  const report = await prisma.bugReport.findUnique({ where: { id: BigInt(id) } })
  if (!report) return null
  const [similar, block] = await Promise.all([findSimilar(report), findBlock(report.wallet)])
  return {
    similar,
    block: block ? { reason: block.reason, createdAt: block.createdAt } : null,
  }
}

const similarities = z.array(z.object({ id: z.bigint(), similarity: z.number() }))

/**
 * Earlier reports that are no duplicates themselves, by similarity of title and description. In SQL, because Prisma
 * has no text similarity; the operators use the indexes.
 */
async function findSimilar({ id, title, description }: Row) {
  const compared = await prisma.$queryRaw`
    select id, similarity from (
      select id, greatest(
        similarity(lower(title), lower(${title})),
        similarity(lower(description), lower(${description}))
      )::float8 as similarity
      from bug_report
      where id < ${id} and status <> 'duplicate'
        and (lower(title) % lower(${title}) or lower(description) % lower(${description}))
    ) candidate
    where similarity >= ${MIN_SIMILARITY}
    order by similarity desc, id
    limit ${MOST_SIMILAR}`
  const ranked = similarities.parse(compared)
  const rows = await prisma.bugReport.findMany({
    where: { id: { in: ranked.map((each) => each.id) } },
    omit: omitted,
  })
  return ranked.flatMap(({ id, similarity }) =>
    rows.filter((row) => row.id === id).map((row) => ({ ...toReport(row), similarity })),
  )
}
