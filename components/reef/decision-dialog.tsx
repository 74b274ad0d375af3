"use client"

import { useState } from "react"
import { NativeSelect } from "@/components/ui/native-select"
import { TextArea } from "@/components/ui/text-area"
import { toast } from "@/components/ui/toast"
import type { ApiAnswer } from "@/lib/api/client"
import { trimText } from "@/lib/readable-text"
import { DEFAULT_MUTE_MINUTES, MAX_ACTION_REASON_LENGTH } from "@/lib/reef/constants"
import { ConfirmDialog } from "./confirm-dialog"
import { actionText, type Decision, muteDurations } from "./moderation-actions"
import { useMutation } from "./use-mutation"

type DecisionDialogProps = { decision: Decision; onClose: () => void; onDone: () => void }

/** Confirms a moderator's action and asks for its reason. */
export function DecisionDialog({ decision, onClose, onDone }: DecisionDialogProps) {
  const [reason, setReason] = useState("")
  const [minutes, setMinutes] = useState(`${DEFAULT_MUTE_MINUTES}`)
  const { mutate, isPending, failure } = useMutation("to moderate")
  const { name, description, doneTitle, isDangerous } = actionText(decision)
  const isMute = decision.action === "mute"
  const decide = async () => {
    const body = {
      ...decision,
      ...(isMute && { muteMinutes: Number(minutes) }),
      ...(trimText(reason) && { reason: trimText(reason) }),
    }
    const answer = await mutate("POST /api/reef/admin/action", { body })
    if (!answer) return
    toast({ title: doneTitle, ...describeOutcome(answer), tone: "good" })
    onClose()
    onDone()
  }
  return (
    <ConfirmDialog
      confirm={name}
      description={description}
      failure={failure}
      isDangerous={isDangerous}
      isPending={isPending}
      onClose={onClose}
      onConfirm={decide}
      title={`${name}?`}
    >
      {isMute && (
        <NativeSelect
          label="Duration"
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
    </ConfirmDialog>
  )
}

/** The consequence of a warning. */
function describeOutcome(outcome: ApiAnswer<"POST /api/reef/admin/action">) {
  if (outcome.action !== "warned") return {}
  const { warnings, banned, mutedUntil } = outcome
  const consequence = banned
    ? "; the wallet is now banned"
    : mutedUntil
      ? "; the wallet is muted for 1 day"
      : ""
  return { description: `Warning ${warnings}${consequence}` }
}
