"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { useRefresh } from "@/components/live/live-refresh"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { toast } from "@/components/ui/toast"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { useWalletRequest } from "./use-wallet-request"

export type DeleteDialogProps = {
  id: number
  author: string
  /** Whether a trade has earned it. */
  hasTrade: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a comment is deleted: it is for good. */
export function DeleteDialog({ id, author, hasTrade, onClose, onDeleted }: DeleteDialogProps) {
  const refresh = useRefresh()
  const { attempt, isPending, failure, isSignedIn } = useWalletRequest(author)
  const remove = () =>
    attempt(async (request) => {
      const query = { id: `${id}`, authorAddress: author }
      await request("DELETE /api/comments", { query })
      toast({ title: "Comment deleted", tone: "good" })
      onDeleted()
      await refresh()
    })
  return (
    <Dialog
      description={
        hasTrade
          ? "This cannot be undone. The trade that earned it stays used: you will not get another comment for it."
          : "This cannot be undone."
      }
      isOpen
      onClose={onClose}
      title="Delete this comment?"
    >
      <div className="grid gap-3 pt-1">
        {failure && <FailureNotice failure={failure} />}
        {isSignedIn === false && <SignInPanel />}
        <div className="flex flex-wrap gap-2">
          <Button disabled={!isSignedIn} variant="danger" onClick={remove} pending={isPending}>
            Delete comment
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
