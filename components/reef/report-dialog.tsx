"use client"

import { useState } from "react"
import { Notice } from "@/components/ui/notice"
import { TextArea } from "@/components/ui/text-area"
import { toast } from "@/components/ui/toast"
import { trimText } from "@/lib/readable-text"
import { MAX_REPORT_REASON_LENGTH } from "@/lib/reef/constants"
import { ConfirmDialog } from "./confirm-dialog"
import { usePermissions } from "./permissions"
import { useMutation } from "./use-mutation"

const REPORT_REASONS = ["Spam", "Scam or phishing", "Insult or threat", "Off topic"]

export function ReportDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const [reason, setReason] = useState("")
  const { mutate, isPending, failure } = useMutation("to report a post")
  const { permissions } = usePermissions()
  const report = async () => {
    const body = trimText(reason) ? { reason: trimText(reason) } : {}
    if (!(await mutate("POST /api/reef/report/[postId]", { params: { postId }, body }))) return
    toast({
      title: "Reported",
      description: "Thank you. A moderator will review the post.",
      tone: "good",
    })
    onClose()
  }
  return (
    <ConfirmDialog
      confirm="Send report"
      description="Five reports hide a post until a moderator reviews it. Reporting requires 500 points, not counting points for registering an agent."
      failure={failure}
      isPending={isPending}
      onClose={onClose}
      onConfirm={report}
      title="Report this post"
    >
      {permissions && !permissions.mayReport && (
        <Notice title="Your wallet has fewer than 500 eligible points" tone="warning">
          <p>Earn more points by trading or launching first.</p>
        </Notice>
      )}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-sm font-medium">Reason</legend>
        {REPORT_REASONS.map((each) => (
          <button
            aria-pressed={reason === each}
            className="min-h-11 rounded-full border border-line-strong px-4 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
            key={each}
            onClick={() => setReason(each)}
            type="button"
          >
            {each}
          </button>
        ))}
      </fieldset>
      <TextArea
        hint="Only moderators can see it."
        label="Details (optional)"
        maxLength={MAX_REPORT_REASON_LENGTH}
        onChange={(event) => setReason(event.target.value)}
        rows={3}
        value={reason}
      />
    </ConfirmDialog>
  )
}
