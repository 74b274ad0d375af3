"use client"

import { ConfirmDialog } from "./confirm-dialog"
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
    <ConfirmDialog
      confirm="Delete permanently"
      description={
        what === "post"
          ? "The post and its comments will be deleted permanently."
          : "The text will be deleted permanently. Replies stay."
      }
      failure={failure}
      isDangerous
      isPending={isPending}
      onClose={onClose}
      onConfirm={remove}
      title={`Delete this ${what}?`}
    />
  )
}
