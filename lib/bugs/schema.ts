import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { address, integer, isoDate, multiLineText, rowId, singleLineText } from "@/lib/http/wire"
import {
  bugCategories,
  bugSeverities,
  bugStatuses,
  isEvidence,
  MAX_DESCRIPTION_LENGTH,
  MAX_EVIDENCE_LENGTH,
  MAX_TITLE_LENGTH,
} from "./validation"

const severity = z.enum(bugSeverities)
const category = z.enum(bugCategories)
const status = z.enum(bugStatuses)

/** An empty text counts as none. */
const evidence = singleLineText({ max: MAX_EVIDENCE_LENGTH })
  .refine(
    (text) => text === "" || isEvidence(text),
    "must be an https URL at a host with a public name, or a transaction hash",
  )
  .describe("https URL or transaction hash; never fetched")

export const bugReportBody = z.object({
  title: singleLineText({ min: 1, max: MAX_TITLE_LENGTH }),
  description: multiLineText({ min: 1, max: MAX_DESCRIPTION_LENGTH }),
  severity,
  category,
  evidence: evidence.optional(),
})

export type BugReportBody = z.output<typeof bugReportBody>

export const bugReport = z
  .object({
    id: rowId,
    wallet: z.string(),
    title: z.string(),
    description: z.string(),
    severity,
    category,
    evidence: z.string().nullable(),
    status,
    createdAt: isoDate,
    updatedAt: isoDate,
  })
  .meta({ id: "BugReport" })

export type BugReport = z.output<typeof bugReport>

export const bugReportQuery = offsetQuery.extend({
  status: status.optional(),
  severity: severity.optional(),
  category: category.optional(),
  wallet: address.optional().describe("for admins; ignored otherwise"),
})

export type BugReportQuery = z.output<typeof bugReportQuery>

export const bugReportPage = offsetPage(bugReport)
export type BugReportPage = z.output<typeof bugReportPage>

export const bugReportParams = z.object({ id: z.string() })

export const verdictBody = z.object({
  status: status.optional(),
  severity: severity.optional(),
})

export type VerdictBody = z.output<typeof verdictBody>

export const bugReportResponse = z.object({ success: z.literal(true), report: bugReport })

/** Context for an admin's verdict. */
export const verdictContext = z.object({
  similar: z
    .array(bugReport.extend({ similarity: z.number().describe("0 to 1") }))
    .describe("possible originals, the most similar first"),
  block: z.object({ reason: z.string().nullable(), createdAt: isoDate }).nullable(),
})

export type VerdictContext = z.output<typeof verdictContext>

/** A number of a path, or null for what cannot be the id of a report. */
export function parseReportId(id: string): string | null {
  return integer({ min: 1 }).safeParse(id).success ? id : null
}
