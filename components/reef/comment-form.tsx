"use client"

import { type FormEvent, useEffect, useRef } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { TextArea } from "@/components/ui/text-area"
import { MAX_COMMENT_LENGTH } from "@/lib/reef/constants"
import type { ReefCall } from "./session-gate"
import { useMutation } from "./use-mutation"
import { useStoredText } from "./use-stored-text"

type CommentFormProps = {
  label: string
  submit: string
  /** Names what is written in this browser until it is sent. */
  draftKey: string
  initial?: string
  /** Takes the focus when it appears. */
  isOpened?: boolean
  path: string
  call: (message: string) => ReefCall
  onDone: () => void
  onCancel?: () => void
}

/** Writes a comment, or changes one; what is typed survives a reload until it is sent. */
export function CommentForm(props: CommentFormProps) {
  const { label, submit, draftKey, initial = "", path, call, onDone, onCancel } = props
  const { text, setText, forget } = useStoredText(draftKey, initial)
  const { act, isPending, refusal } = useMutation("to comment")
  const form = useFocus(props.isOpened ?? false)
  const message = text.trim()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !message) return
    if (!(await act(path, call(message)))) return
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
      {refusal && <FailureNotice failure={refusal} />}
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
