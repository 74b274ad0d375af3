"use client"

import { z } from "zod"
import { useRefresh } from "@/components/live/live-refresh"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { toast } from "@/components/ui/toasts"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { SignInPanel } from "@/components/wallet/sign-in-panel"
import { useSignedIn } from "./use-signed-in"

export type DeleteDialogProps = {
  id: number
  author: string
  /** Whether a trade has earned it. */
  hasTrade: boolean
  onClose: () => void
  onDeleted: () => void
}

const done = z.object({ ok: z.literal(true) })

/** Asks before a comment is deleted: it is for good. */
export function DeleteDialog({ id, author, hasTrade, onClose, onDeleted }: DeleteDialogProps) {
  const refresh = useRefresh()
  const { attempt, isPending, failure, isSignedIn } = useSignedIn(author)
  const remove = () =>
    attempt(async (request) => {
      const query = new URLSearchParams({ id: `${id}`, authorAddress: author })
      await request(`/api/comments?${query}`, done, { method: "DELETE" })
      toast({ title: "Comment deleted", tone: "good" })
      onDeleted()
      await refresh()
    })
  return (
    <Dialog
      description={
        hasTrade
          ? "It cannot be brought back. The trade that earned it stays used: you get no other comment for it."
          : "It cannot be brought back."
      }
      isOpen
      onClose={onClose}
      title="Delete this comment?"
    >
      <div className="grid gap-3 pt-1">
        {failure && <FailureNotice failure={failure} />}
        {isSignedIn === false && <SignInPanel />}
        <div className="flex flex-wrap gap-2">
          <Button disabled={!isSignedIn} look="danger" onClick={remove} pending={isPending}>
            Delete comment
          </Button>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
