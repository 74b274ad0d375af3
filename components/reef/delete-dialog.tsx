"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { useMutation } from "./use-mutation"

type DeleteDialogProps = {
  what: "post" | "comment"
  id: string
  onClose: () => void
  onDone: () => void
}

export function DeleteDialog({ what, id, onClose, onDone }: DeleteDialogProps) {
  const { mutate, isPending, failure } = useMutation(`to delete your ${what}`)
  const remove = async () => {
    const answer = await (what === "post"
      ? mutate("DELETE /api/reef/post/[postId]/manage", { params: { postId: id } })
      : mutate("DELETE /api/reef/comment/[commentId]/manage", { params: { commentId: id } }))
    if (!answer) return
    onClose()
    onDone()
  }
  return (
    <Dialog
      description={
        what === "post"
          ? "The post and its comments will be deleted permanently."
          : "The text will be deleted permanently. Replies stay."
      }
      footer={
        <div className="grid gap-2">
          {failure && <FailureNotice failure={failure} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="danger" onClick={remove} pending={isPending}>
              Delete permanently
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
