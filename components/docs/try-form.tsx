"use client"

import { type FormEvent, useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { TextArea } from "@/components/ui/text-area"
import type { Trial } from "@/lib/reference/trial"
import { sendTrial, type TrialAnswer } from "./try-request"

/** Stored until the tab is closed, so that the next operation has the key too. */
const KEY_ITEM = "atoll.docs.key"

function readKey() {
  try {
    return sessionStorage.getItem(KEY_ITEM) ?? ""
  } catch {
    return ""
  }
}

function writeKey(key: string) {
  try {
    sessionStorage.setItem(KEY_ITEM, key)
  } catch {
    // Storage is forbidden: only this form has the key.
  }
}

export function TryForm({ trial }: { trial: Trial }) {
  const [key, setKey] = useState("")
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(trial.fields.map(({ name, example }) => [name, example])),
  )
  const [body, setBody] = useState(trial.body ?? "")
  const { answer, failure, isSending, send } = useTrial(trial)
  useEffect(() => setKey(readKey()), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    writeKey(key)
    void send({ key, values, body })
  }
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={submit}>
      {trial.credential === "key" && (
        <Field
          hint="Sent to this site alone, and kept until the tab is closed. Without a key you act as the wallet that is signed in."
          label="API key"
          onChange={({ target }) => setKey(target.value)}
          spellCheck={false}
          type="password"
          value={key}
        />
      )}
      {trial.fields.map(({ name, place, isRequired }) => (
        <Field
          aside={isRequired ? `${place}, required` : place}
          key={name}
          label={name}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          required={isRequired}
          spellCheck={false}
          value={values[name] ?? ""}
        />
      ))}
      {trial.body !== null && (
        <TextArea
          className="font-mono text-sm"
          label="Body"
          onChange={({ target }) => setBody(target.value)}
          rows={8}
          spellCheck={false}
          value={body}
        />
      )}
      {trial.method !== "GET" && (
        <p className="text-sm text-muted">This request is sent as it is. It may change data.</p>
      )}
      <Button className="justify-self-start" pending={isSending} type="submit">
        Send {trial.method}
      </Button>
      {failure && (
        <Notice title="Not sent" tone="warning">
          {failure}
        </Notice>
      )}
      {answer && <Answer answer={answer} />}
    </form>
  )
}

function useTrial(trial: Trial) {
  const [answer, setAnswer] = useState<TrialAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const send = async (input: { key: string; values: Record<string, string>; body: string }) => {
    setIsSending(true)
    setFailure(null)
    try {
      setAnswer(await sendTrial(trial, input))
    } catch {
      setAnswer(null)
      setFailure("The request did not reach the service. Check the connection and the fields.")
    } finally {
      setIsSending(false)
    }
  }
  return { answer, failure, isSending, send }
}

function Answer({ answer: { status, milliseconds, headers, text } }: { answer: TrialAnswer }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p role="status">
        <strong>{status}</strong> <span className="text-sm text-muted">in {milliseconds} ms</span>
      </p>
      <div className="doc-code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
        <pre className="max-h-120" tabIndex={0}>
          {headers.join("\n")}
          {"\n\n"}
          {text}
        </pre>
      </div>
    </div>
  )
}
