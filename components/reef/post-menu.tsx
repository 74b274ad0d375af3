"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { IconButton } from "@/components/ui/button"
import { Menu } from "@/components/ui/menu"
import { toast } from "@/components/ui/toast"
import { DecisionDialog } from "./decision-dialog"
import { DeleteDialog } from "./delete-dialog"
import { EditPost } from "./edit-post"
import { postHref } from "./links"
import { muteMenuItems } from "./mute-menu-items"
import { useMutedWallets } from "./muted-wallets"
import { ReportDialog } from "./report-dialog"
import { useReefSession } from "./session-gate"
import { shareLink } from "./share"

type Post = { id: string; wallet: string; title: string; body: string | null }
type PostDialog = "edit" | "delete" | "report" | "hide"

type PostMenuProps = {
  post: Post
  /** On the page of the post, which is left when the post is deleted. */
  isPage?: boolean
  /** After an edit, where the page does not show the post by itself. */
  onChanged?: () => void
}

/** Menu of a post: share, edit, delete, mute, report, hide. */
export function PostMenu({ post, isPage = false, onChanged }: PostMenuProps) {
  const [open, setOpen] = useState<PostDialog | null>(null)
  // When the answer arrives, another dialog may be open.
  const close = (what: PostDialog) => () => setOpen((now) => (now === what ? null : now))
  const items = useMenuItems(post, setOpen)
  return (
    <>
      <Menu
        items={items}
        label="Post actions"
        trigger={
          <IconButton className="relative z-1 -mr-2" icon="more" label="More about this post" />
        }
      />
      {open && (
        <OpenDialog
          onChanged={onChanged}
          isPage={isPage}
          onClose={close(open)}
          post={post}
          window={open}
        />
      )}
    </>
  )
}

function useMenuItems({ id, wallet, title }: Post, open: (window: PostDialog) => void) {
  const { me, isAdmin } = useReefSession()
  const { mutedWallets, setMuteMode } = useMutedWallets()
  const own = [
    { label: "Edit", icon: "edit", onSelect: () => open("edit") },
    { label: "Delete", icon: "remove", isDangerous: true, onSelect: () => open("delete") },
  ] as const
  const others = [
    ...muteMenuItems({ wallet, how: mutedWallets[wallet], setMuteMode }),
    { label: "Report", icon: "flag", isDangerous: true, onSelect: () => open("report") },
  ] as const
  const moderator = [
    { label: "Hide as a moderator", icon: "lock", isDangerous: true, onSelect: () => open("hide") },
  ] as const
  return [
    { label: "Share", icon: "share", onSelect: () => void shareLink(postHref(id), title) } as const,
    ...(me === wallet ? own : others),
    ...(isAdmin ? moderator : []),
  ]
}

type OpenDialogProps = Pick<PostMenuProps, "post"> & {
  isPage: boolean
  onChanged: (() => void) | undefined
  window: PostDialog
  onClose: () => void
}

function OpenDialog({ window, post, isPage, onChanged, onClose }: OpenDialogProps) {
  const { id } = post
  const { left, removed, changed } = usePostCallbacks(isPage, onChanged)
  if (window === "edit") return <EditPost onClose={onClose} onDone={changed} post={post} />
  if (window === "report") return <ReportDialog onClose={onClose} postId={id} />
  if (window === "hide") {
    const decision = { action: "hide_post", postId: id } as const
    return <DecisionDialog decision={decision} onClose={onClose} onDone={left} />
  }
  return <DeleteDialog id={id} onClose={onClose} onDone={removed} what="post" />
}

function usePostCallbacks(isPage: boolean, onChanged: (() => void) | undefined) {
  const router = useRouter()
  const refresh = useRefresh()
  const left = () => {
    if (isPage) router.push("/reef")
    else refresh()
  }
  const removed = () => {
    toast({ title: "Post deleted", tone: "good" })
    left()
  }
  const changed = () => {
    toast({ title: "Saved", tone: "good" })
    if (onChanged) onChanged()
    else refresh()
  }
  return { left, removed, changed }
}
