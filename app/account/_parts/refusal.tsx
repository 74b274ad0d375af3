import type { Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"

/** Why a form's last change was refused, beside the form and read aloud. */
export function Refusal({ failure }: { failure: Failure | null }) {
  return (
    <div aria-live="polite" className="col-span-full">
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
