import type { ReactNode } from "react"
import { Notice } from "@/components/ui/notice"
import type { Failure } from "./failure"

export function FailureNotice({ failure, action }: { failure: Failure; action?: ReactNode }) {
  return (
    <Notice
      action={action}
      title={failure.sentence}
      tone={failure.isUserRejection ? "info" : "bad"}
    >
      <p>{failure.remedy}</p>
      {failure.code !== "UNKNOWN" && <p className="text-xs text-muted">Code {failure.code}</p>}
    </Notice>
  )
}
