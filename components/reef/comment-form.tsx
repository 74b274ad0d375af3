"use client"

import { type FormEvent, useEffect, useRef } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { TextArea } from "@/components/ui/text-area"
import { trimText } from "@/lib/readable-text"
import { MAX_COMMENT_LENGTH } from "@/lib/reef/constants"
import { useMutation } from "./use-mutation"
import { useStoredText } from "./use-stored-text"

/** A new comment on a post or in reply to another comment, or a change of an existing one. */
type CommentTarget = { postId: string; parentId?: string } | { commentId: string }

type CommentFormProps = {
  label: string
  submit: string
  /** Key of the draft stored in this browser until it is sent. */
  draftKey: string
  initial?: string
  /** Focuses the field on mount. */
  isOpened?: boolean
  target: CommentTarget
  onDone: () => void
  onCancel?: () => void
}

/** Form for a comment; the draft survives a reload until it is sent. */
export function CommentForm(props: CommentFormProps) {
  const { label, submit, draftKey, initial = "", target, onDone, onCancel } = props
  const { text, setText, forget } = useStoredText(`atoll.reef.text.${draftKey}`, initial)
  const { mutate, isPending, failure } = useMutation("to comment")
  const form = useFocus(props.isOpened ?? false)
  const message = trimText(text)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !message) return
    const answer = await ("commentId" in target
      ? mutate("PATCH /api/reef/comment/[commentId]/manage", { params: target, body: { message } })
      : mutate("POST /api/reef/post/[postId]/comment", {
          params: { postId: target.postId },
          body: { message, parentId: target.parentId },
        }))
    if (!answer) return
    forget()
    onDone()
  }
  return (
    <form className="grid gap-2" onSubmit={send} ref={form}>
      <TextArea
        dir="auto"
        label={label}
        maxLength={MAX_COMMENT_LENGTH}
        onChange={(event) => setText(event.target.value)}
        rows={3}
        value={text}
      />
      {failure && <FailureNotice failure={failure} />}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!message || message === initial} pending={isPending} type="submit">
          {submit}
        </Button>
        {onCancel && (
          <Button
            variant="quiet"
            onClick={() => {
              forget()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function useFocus(isWanted: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = isWanted ? form.current?.querySelector("textarea") : null
    if (!field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [isWanted])
  return form
}
