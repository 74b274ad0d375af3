"use client"

import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { NativeSelect } from "@/components/ui/native-select"
import { TextArea } from "@/components/ui/text-area"
import { toast } from "@/components/ui/toast"
import { DEFAULT_MUTE_MINUTES, MAX_ACTION_REASON_LENGTH } from "@/lib/reef/constants"
import { field } from "./json"
import { actionText, type Decision, muteDurations } from "./moderation-actions"
import { useMutation } from "./use-mutation"

type DecisionDialogProps = { decision: Decision; onClose: () => void; onDone: () => void }

/** A moderator's decision, with its reason; every one is kept. */
export function DecisionDialog({ decision, onClose, onDone }: DecisionDialogProps) {
  const [reason, setReason] = useState("")
  const [minutes, setMinutes] = useState(`${DEFAULT_MUTE_MINUTES}`)
  const { act, isPending, refusal } = useMutation("to moderate")
  const { name, description, doneTitle, isDangerous } = actionText(decision)
  const isMute = decision.action === "mute"
  const decide = async () => {
    const body = {
      ...decision,
      ...(isMute && { muteMinutes: Number(minutes) }),
      ...(reason.trim() && { reason: reason.trim() }),
    }
    const said = await act("/api/reef/admin/action", { method: "POST", body })
    if (!said) return
    toast({ title: doneTitle, ...outcomeOf(said.json), tone: "good" })
    onClose()
    onDone()
  }
  return (
    <Dialog
      description={description}
      footer={
        <div className="grid gap-2">
          {refusal && <FailureNotice failure={refusal} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={isDangerous ? "danger" : "primary"}
              onClick={decide}
              pending={isPending}
            >
              {name}
            </Button>
          </div>
        </div>
      }
      isOpen
      onClose={onClose}
      title={`${name}?`}
    >
      <div className="grid gap-3 pt-2">
        {isMute && (
          <NativeSelect
            label="For how long"
            onChange={(event) => setMinutes(event.target.value)}
            options={muteDurations}
            value={minutes}
          />
        )}
        <TextArea
          label="Reason"
          maxLength={MAX_ACTION_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
          rows={3}
          value={reason}
        />
      </div>
    </Dialog>
  )
}

/** What warnings have led to. */
function outcomeOf(json: unknown) {
  const warnings = field(json, "warnings", 0)
  if (warnings === 0) return {}
  const then = field(json, "banned", false)
    ? "; it is banned now"
    : field(json, "mutedUntil", "")
      ? "; it is muted for a day"
      : ""
  return { description: `Warning ${warnings}${then}` }
}
