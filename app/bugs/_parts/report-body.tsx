import Link from "next/link"
import { Badge } from "@/components/ui/figures"
import { Time } from "@/components/ui/time"
import { categoryLabels, severityNames, statusLabels } from "@/lib/bugs/labels"
import type { BugSeverity, BugStatus } from "@/lib/bugs/validation"
import { shortenAddress } from "@/lib/format"
import type { Report } from "./use-reports"

const severityTones = {
  critical: "down",
  high: "warning",
  medium: "neutral",
  low: "neutral",
} as const satisfies Record<BugSeverity, string>

const statusTones = {
  pending: "neutral",
  verified: "up",
  duplicate: "warning",
  invalid: "down",
} as const satisfies Record<BugStatus, string>

/** The text of a report with its status. */
export function ReportBody({ report }: { report: Report }) {
  const { id, title, description, severity, category, evidence, status, createdAt } = report
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
        <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>
        <span>{categoryLabels[category]}</span>
        <span className="ml-auto">
          #{id} · <Time time={createdAt} />
        </span>
      </div>
      <h3 className="font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h3>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere" dir="auto">
        {description}
      </p>
      {evidence && <Evidence evidence={evidence} />}
    </>
  )
}

const LINK = "inline-flex min-h-11 max-w-full items-center text-sm text-link hover:underline"

/** A link that nothing follows by itself. */
function Evidence({ evidence }: { evidence: string }) {
  if (evidence.startsWith("0x")) {
    return (
      <Link className={LINK} href={`/tx/${evidence.toLowerCase()}`} prefetch={false}>
        Transaction {shortenAddress(evidence)}
      </Link>
    )
  }
  return (
    <a className={LINK} href={evidence} rel="noopener noreferrer nofollow ugc" target="_blank">
      <bdi className="truncate">{evidence}</bdi>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
