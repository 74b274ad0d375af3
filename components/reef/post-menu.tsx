"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { IconButton } from "@/components/ui/button"
import { Menu } from "@/components/ui/menu"
import { toast } from "@/components/ui/toasts"
import { DeleteDialog } from "./delete-dialog"
import { useDesk } from "./desk"
import { EditPost } from "./edit-post"
import { postHref } from "./links"
import { useSilenced } from "./muted"
import { ReportDialog } from "./report-dialog"
import { share } from "./share"
import { silenceItems } from "./silence-items"

type PostMenuProps = {
  post: { id: string; wallet: string; title: string; body: string | null }
  /** Where to go when the post is no more; in a list nothing changes but the list. */
  isPage?: boolean
}

/** What can be done with a post beside reading it and voting. */
export function PostMenu({ post, isPage = false }: PostMenuProps) {
  const { id, wallet, title } = post
  const { me } = useDesk()
  const { silenced, silence } = useSilenced()
  const [open, setOpen] = useState<"edit" | "delete" | "report" | null>(null)
  const close = () => setOpen(null)
  const { removed, changed } = useAfter(isPage)
  const shared = {
    label: "Share",
    icon: "share",
    onSelect: () => void share(postHref(id), title),
  } as const
  const own = [
    { label: "Edit", icon: "edit", onSelect: () => setOpen("edit") },
    { label: "Delete", icon: "remove", isDangerous: true, onSelect: () => setOpen("delete") },
  ] as const
  const others = [
    ...silenceItems({ wallet, how: silenced[wallet], silence }),
    { label: "Report", icon: "flag", isDangerous: true, onSelect: () => setOpen("report") },
  ] as const
  return (
    <>
      <Menu
        items={[shared, ...(me === wallet ? own : others)]}
        label="What to do with this post"
        trigger={
          <IconButton className="relative z-1 -mr-2" icon="more" label="More about this post" />
        }
      />
      {open === "edit" && <EditPost onClose={close} onDone={changed} post={post} />}
      {open === "delete" && (
        <DeleteDialog
          onClose={close}
          onDone={removed}
          path={`/api/reef/post/${id}/manage`}
          what="post"
        />
      )}
      {open === "report" && <ReportDialog onClose={close} postId={id} />}
    </>
  )
}

function useAfter(isPage: boolean) {
  const router = useRouter()
  const refresh = useRefresh()
  const removed = () => {
    toast({ title: "Post deleted", tone: "good" })
    if (isPage) router.push("/reef")
    else void refresh()
  }
  const changed = () => {
    toast({ title: "Saved", tone: "good" })
    void refresh()
  }
  return { removed, changed }
}
