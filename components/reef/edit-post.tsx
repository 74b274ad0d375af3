"use client"

import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Sheet } from "@/components/ui/dialog"
import { trimText } from "@/lib/readable-text"
import { PostFields } from "./post-fields"
import { isValidPost, type PostText } from "./post-validation"
import { useMutation } from "./use-mutation"

type EditPostProps = {
  post: { id: string; title: string; body: string | null }
  onClose: () => void
  onDone: () => void
}

export function EditPost({ post, onClose, onDone }: EditPostProps) {
  const [texts, setTexts] = useState<PostText>({ title: post.title, body: post.body ?? "" })
  const { mutate, isPending, failure } = useMutation("to edit your post")
  const save = async () => {
    const body = { title: trimText(texts.title), body: trimText(texts.body) || null }
    const params = { postId: post.id }
    if (!(await mutate("PATCH /api/reef/post/[postId]/manage", { params, body }))) return
    onClose()
    onDone()
  }
  const isChanged = texts.title !== post.title || texts.body !== (post.body ?? "")
  return (
    <Sheet
      description="Readers see that the post was edited and when. Moderators can see earlier versions."
      footer={
        <div className="grid gap-2">
          {failure && <FailureNotice failure={failure} />}
          <Button disabled={!isChanged || !isValidPost(texts)} onClick={save} pending={isPending}>
            Save
          </Button>
        </div>
      }
      isOpen
      onClose={onClose}
      title="Edit your post"
    >
      <div className="grid gap-4 pt-2">
        <PostFields
          onChange={(change) => setTexts((now) => ({ ...now, ...change }))}
          texts={texts}
        />
      </div>
    </Sheet>
  )
}
