/** Values and limits of bug reports, for the API and the form. */
import { isPublicUrl } from "@/lib/profiles/validation"

export const bugSeverities = ["critical", "high", "medium", "low"] as const
export const bugCategories = ["sdk", "contracts", "api", "frontend", "docs"] as const
export const bugStatuses = ["pending", "verified", "duplicate", "invalid"] as const

export type BugSeverity = (typeof bugSeverities)[number]
export type BugCategory = (typeof bugCategories)[number]
export type BugStatus = (typeof bugStatuses)[number]

export const MAX_TITLE_LENGTH = 200
export const MAX_DESCRIPTION_LENGTH = 5_000
export const MAX_EVIDENCE_LENGTH = 1_000
export const REPORTS_PER_DAY = 5

const HASH = /^0x[0-9a-fA-F]{64}$/
/** Names of private networks. */
const PRIVATE_HOST = /(^|\.)(localhost|local|internal)\.?$/i

/** A transaction hash, or an https URL at a host of the public name system. */
export function isEvidence(text: string): boolean {
  if (HASH.test(text)) return true
  return isPublicUrl(text) && !PRIVATE_HOST.test(new URL(text).hostname)
}
