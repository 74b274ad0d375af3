"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useId, useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button } from "@/components/ui/button"
import { NativeSelect } from "@/components/ui/native-select"
import { toast } from "@/components/ui/toast"
import { useSession } from "@/components/wallet/session/session"
import { severityNames, statusLabels } from "@/lib/bugs/labels"
import { type BugSeverity, type BugStatus, bugSeverities, bugStatuses } from "@/lib/bugs/validation"
import { ReportBody } from "./report-body"
import { type Report, reportsKey } from "./use-reports"
import { VerdictContext } from "./verdict-context"

/** A report with the verdict, what reads like it, and blocking of its wallet. */
export function AdminReport({ admin, report }: { admin: string; report: Report }) {
  const { id, wallet } = report
  const [isOpen, setOpen] = useState(false)
  const context = useId()
  return (
    <article className="grid min-w-0 gap-2 rounded-card border border-line bg-surface p-4 shadow-card">
      <ReportBody report={report} />
      <p className="text-sm text-muted">
        by <WalletLink address={wallet} isRaised />
      </p>
      <Verdict admin={admin} key={report.updatedAt} report={report} />
      <Button
        aria-controls={context}
        aria-expanded={isOpen}
        className="justify-self-start"
        onClick={() => setOpen(!isOpen)}
        size="sm"
        variant="secondary"
      >
        Similar reports and blocking
      </Button>
      <div id={context}>{isOpen && <VerdictContext id={`${id}`} wallet={wallet} />}</div>
    </article>
  )
}

function Verdict({ admin, report }: { admin: string; report: Report }) {
  const { id, title } = report
  const { request } = useSession()
  const queries = useQueryClient()
  const { run, isPending, failure } = useAction()
  const [status, setStatus] = useState<BugStatus>(report.status)
  const [severity, setSeverity] = useState<BugSeverity>(report.severity)
  const decide = async () => {
    const isStored = await run(() =>
      request("PATCH /api/v1/bugs/reports/[id]", {
        params: { id: `${id}` },
        body: { status, severity },
      }),
    )
    if (!isStored) return
    toast({ title: `Report #${id}: ${statusLabels[status].toLowerCase()}`, tone: "good" })
    await queries.invalidateQueries({ queryKey: reportsKey(admin) })
  }
  return (
    <form
      aria-label={`Verdict on ${title}`}
      className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault()
        void decide()
      }}
    >
      <NativeSelect
        label="Verdict"
        onChange={(event) =>
          setStatus(bugStatuses.find((each) => each === event.target.value) ?? status)
        }
        options={bugStatuses.map((each) => [each, statusLabels[each]])}
        value={status}
      />
      <NativeSelect
        label="Severity"
        onChange={(event) =>
          setSeverity(bugSeverities.find((each) => each === event.target.value) ?? severity)
        }
        options={bugSeverities.map((each) => [each, severityNames[each]])}
        value={severity}
      />
      <Button
        disabled={status === report.status && severity === report.severity}
        pending={isPending}
        type="submit"
        variant="secondary"
      >
        Save verdict
      </Button>
      {failure && (
        <div className="sm:col-span-3">
          <FailureNotice failure={failure} />
        </div>
      )}
    </form>
  )
}
