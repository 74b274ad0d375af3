"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { useMutation } from "./use-mutation"

type DeleteDialogProps = {
  what: "post" | "comment"
  path: string
  onClose: () => void
  onDone: () => void
}

/** Asks before something is deleted for good. */
export function DeleteDialog({ what, path, onClose, onDone }: DeleteDialogProps) {
  const { act, isPending, refusal } = useMutation(`to delete your ${what}`)
  const remove = async () => {
    if (!(await act(path, { method: "DELETE" }))) return
    onClose()
    onDone()
  }
  return (
    <Dialog
      description={
        what === "post"
          ? "It leaves the Reef with its comments, for good."
          : "Its text is gone for good; replies to it stay."
      }
      footer={
        <div className="grid gap-2">
          {refusal && <FailureNotice failure={refusal} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Keep it
            </Button>
            <Button variant="danger" onClick={remove} pending={isPending}>
              Delete for good
            </Button>
          </div>
        </div>
      }
      isOpen
      onClose={onClose}
      title={`Delete this ${what}?`}
    >
      {null}
    </Dialog>
  )
}
