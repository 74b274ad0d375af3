import type { BugCategory, BugSeverity, BugStatus } from "./validation"

export const severityLabels: Record<BugSeverity, string> = {
  critical: "Critical: funds or data are at risk",
  high: "High: something important does not work",
  medium: "Medium: something works badly",
  low: "Low: a detail",
}

export const severityNames: Record<BugSeverity, string> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
}

export const categoryLabels: Record<BugCategory, string> = {
  sdk: "SDK",
  contracts: "Contracts",
  api: "API",
  frontend: "Website",
  docs: "Documentation",
}

export const statusLabels: Record<BugStatus, string> = {
  pending: "Pending",
  verified: "Verified",
  duplicate: "Duplicate",
  invalid: "Invalid",
}
