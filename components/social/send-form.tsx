"use client"

import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { RetryButton } from "@/components/browser/retry-button"
import { useAction } from "@/components/browser/use-action"
import { Field } from "@/components/ui/field"
import { NotConfigured } from "./not-configured"

type SendFormProps = {
  /** The feature that the operator has not set up, when the answer says so. */
  what: string
  label: string
  hint: string
  placeholder?: string
  button: string
  /** Why the entered text cannot be sent; null when it can. */
  check: (text: string) => string | null
  /** Resolves once it was accepted; the field is then emptied. */
  onSend: (text: string) => Promise<unknown>
}

/** A form that sends one line of text; errors are shown below it. */
export function SendForm({ what, label, hint, placeholder, button, check, onSend }: SendFormProps) {
  const [text, setText] = useState("")
  const { run, isPending, failure } = useAction()
  const entered = text.trim()
  const problem = entered === "" ? null : check(entered)
  if (failure?.code === "NOT_CONFIGURED") return <NotConfigured what={what} />
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={async (event) => {
        event.preventDefault()
        if (await run(() => onSend(entered))) setText("")
      }}
    >
      <Field
        autoCapitalize="none"
        error={problem}
        hint={hint}
        label={label}
        onChange={(event) => setText(event.target.value)}
        placeholder={placeholder}
        spellCheck={false}
        value={text}
      />
      <RetryButton
        disabled={entered === "" || problem !== null}
        failure={failure}
        pending={isPending}
        type="submit"
        variant="secondary"
      >
        {button}
      </RetryButton>
      <div aria-live="polite">{failure && <FailureNotice failure={failure} />}</div>
    </form>
  )
}
