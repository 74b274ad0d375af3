"use client"

import { useWalletRequest } from "@/components/content/use-wallet-request"
import { useRefresh } from "@/components/live/live-refresh"
import { ConfirmDialog } from "@/components/reef/confirm-dialog"
import { toast } from "@/components/ui/toast"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"

export type DeleteDialogProps = {
  id: number
  author: string
  /** Whether a trade earned the comment. */
  hasTrade: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation before a comment is deleted. */
export function DeleteDialog({ id, author, hasTrade, onClose, onDeleted }: DeleteDialogProps) {
  const refresh = useRefresh()
  const { attempt, isPending, failure, isSignedIn } = useWalletRequest(author)
  const remove = () =>
    attempt(async (request) => {
      const query = { id: `${id}`, authorAddress: author }
      await request("DELETE /api/comments", { query })
      toast({ title: "Comment deleted", tone: "good" })
      onDeleted()
      refresh()
    })
  return (
    <ConfirmDialog
      confirm="Delete comment"
      description={
        hasTrade
          ? "This cannot be undone. The trade that earned it stays used: you will not get another comment for it."
          : "This cannot be undone."
      }
      failure={failure}
      isDangerous
      isDisabled={!isSignedIn}
      isPending={isPending}
      onClose={onClose}
      onConfirm={remove}
      title="Delete this comment?"
    >
      {isSignedIn === false && <SignInPanel />}
    </ConfirmDialog>
  )
}
