"use client"

import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Notice } from "@/components/ui/notice"
import { TextArea } from "@/components/ui/text-area"
import { toast } from "@/components/ui/toast"
import { MAX_REPORT_REASON_LENGTH } from "@/lib/reef/constants"
import { usePermissions } from "./permissions"
import { useMutation } from "./use-mutation"

const REPORT_REASONS = ["Spam", "Scam or phishing", "Insult or threat", "Off topic"]

export function ReportDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const [reason, setReason] = useState("")
  const { mutate, isPending, failure } = useMutation("to report a post")
  const { permissions } = usePermissions()
  const report = async () => {
    const body = reason.trim() ? { reason: reason.trim() } : {}
    if (!(await mutate("POST /api/reef/report/[postId]", { params: { postId }, body }))) return
    toast({
      title: "Reported",
      description: "A moderator will look at the post. Thank you.",
      tone: "good",
    })
    onClose()
  }
  return (
    <Dialog
      description="Five reports hide a post until a moderator has decided. Reporting needs 500 points; those for registering an agent do not count."
      footer={
        <div className="grid gap-2">
          {failure && <FailureNotice failure={failure} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={report} pending={isPending}>
              Send the report
            </Button>
          </div>
        </div>
      }
      isOpen
      onClose={onClose}
      title="Report this post"
    >
      <div className="grid gap-3 pt-2">
        {permissions && !permissions.mayReport && (
          <Notice title="Your wallet has fewer than 500 points that count" tone="warning">
            <p>Trade, bet or launch a little longer first.</p>
          </Notice>
        )}
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 text-sm font-medium">What is wrong with it?</legend>
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
          hint="The moderators read it; the author does not."
          label="In your words (optional)"
          maxLength={MAX_REPORT_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
          rows={3}
          value={reason}
        />
      </div>
    </Dialog>
  )
}
