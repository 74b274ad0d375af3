import type { ReactNode } from "react"
import { LocalTime } from "@/components/ui/local-time"
import { Notice } from "@/components/ui/notice"
import type { Failure } from "./failure"

/** A shorter wait needs no clock: the button counts it down. */
const SHORT_WAIT_MS = 60_000

export function FailureNotice({ failure, action }: { failure: Failure; action?: ReactNode }) {
  return (
    <Notice
      action={action}
      title={failure.sentence}
      tone={failure.isUserRejection ? "info" : "bad"}
    >
      <p>{failure.remedy}</p>
      {failure.retryAt !== undefined && failure.retryAt - Date.now() > SHORT_WAIT_MS && (
        <p>
          Possible again at <LocalTime time={new Date(failure.retryAt)} />
        </p>
      )}
      {failure.code !== "UNKNOWN" && <p className="text-xs text-muted">Code {failure.code}</p>}
    </Notice>
  )
}
