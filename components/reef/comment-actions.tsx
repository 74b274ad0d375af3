"use client"

import { type ReactNode, useState } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { Button, IconButton } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Menu } from "@/components/ui/menu"
import { toast } from "@/components/ui/toast"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { CommentForm } from "./comment-form"
import { DeleteDialog } from "./delete-dialog"
import { commentHref } from "./links"
import { muteMenuItems } from "./mute-menu-items"
import { useMutedWallets } from "./muted-wallets"
import { useReefSession } from "./session-gate"
import { shareLink } from "./share"
import { VoteButton } from "./vote-button"

type OpenPanel = "reply" | "edit" | "delete"

type CommentActionsProps = {
  postId: string
  comment: ReefComment
  /** At the maximum depth: the comment's parent, to which a reply is attached instead. */
  parent: ReefComment | null
  children: ReactNode
}

/** Text of a comment with its actions. */
export function CommentActions({ postId, comment, parent, children }: CommentActionsProps) {
  const [open, setOpen] = useState<OpenPanel | null>(null)
  const refresh = useRefresh()
  const { id, wallet, score, message } = comment
  // When the answer arrives, another panel may be open.
  const close = (what: OpenPanel) => () => setOpen((now) => (now === what ? null : now))
  const done = (what: OpenPanel) => () => {
    close(what)()
    refresh()
  }
  return (
    <div className="grid gap-1">
      {open === "edit" ? (
        <CommentForm
          draftKey={`edit.${id}`}
          initial={message}
          isOpened
          label="Your comment"
          onCancel={close("edit")}
          onDone={done("edit")}
          submit="Save"
          target={{ commentId: id }}
        />
      ) : (
        children
      )}
      <div className="flex flex-wrap items-center gap-1">
        <VoteButton id={id} kind="comment" score={score} wallet={wallet} />
        <Button
          aria-expanded={open === "reply"}
          variant="quiet"
          onClick={() => setOpen(open === "reply" ? null : "reply")}
          size="sm"
        >
          <span className="max-sm:hidden">
            <Icon name="reply" size={16} />
          </span>
          Reply
        </Button>
        <CommentMenu comment={comment} onOpen={setOpen} postId={postId} />
      </div>
      {open === "reply" && (
        <CommentForm
          draftKey={`${postId}.${id}`}
          initial={parent ? `@${comment.username ?? wallet} ` : ""}
          isOpened
          label={`Your reply to ${comment.username ?? "this comment"}`}
          onCancel={close("reply")}
          onDone={done("reply")}
          submit="Reply"
          target={{ postId, parentId: (parent ?? comment).id }}
        />
      )}
      {open === "delete" && (
        <DeleteDialog
          id={id}
          onClose={close("delete")}
          onDone={() => {
            toast({ title: "Comment deleted", tone: "good" })
            refresh()
          }}
          what="comment"
        />
      )}
    </div>
  )
}

type CommentMenuProps = Pick<CommentActionsProps, "postId" | "comment"> & {
  onOpen: (what: "edit" | "delete") => void
}

function CommentMenu({ comment: { id, wallet }, postId, onOpen }: CommentMenuProps) {
  const { me, isAdmin } = useReefSession()
  const { mutedWallets, setMuteMode } = useMutedWallets()
  const shared = {
    label: "Share",
    icon: "share",
    onSelect: () => void shareLink(commentHref(postId, id), "A comment on the Reef"),
  } as const
  const own = [
    { label: "Edit", icon: "edit", onSelect: () => onOpen("edit") },
    { label: "Delete", icon: "remove", isDangerous: true, onSelect: () => onOpen("delete") },
  ] as const
  const others = [
    ...muteMenuItems({ wallet, how: mutedWallets[wallet], setMuteMode }),
    ...(isAdmin ? [{ ...own[1], label: "Delete as a moderator" }] : []),
  ]
  return (
    <Menu
      items={[shared, ...(me === wallet ? own : others)]}
      label="Comment actions"
      trigger={<IconButton icon="more" label="More about this comment" />}
    />
  )
}
