"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { QueryFailure } from "@/components/browser/query-failure"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { isSessionError, useSession } from "@/components/wallet/session/session"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { shortenAddress } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import { KeyRow } from "./key-row"

const MAX_LABEL = 64

type ApiKeyCardProps = {
  wallet: string
  /** Label of a key that was begun before the wallet had signed in; null when none was. */
  begunLabel: string | null
  onBegin: (label: string) => void
  /** The key was made, or cannot be. */
  onEnd: () => void
}

/** The wallet's API key: it has at most one. A key that needs a new sign-in first is made after it. */
export function ApiKeyCard({ wallet, begunLabel, onBegin, onEnd }: ApiKeyCardProps) {
  const { request } = useSession()
  const queries = useQueryClient()
  const [newKey, setNewKey] = useState<string | null>(null)
  const { run, failure } = useAction()
  const isBegun = useRef(false)
  const queryKey = ["api-keys", wallet]
  const list = useQuery({
    queryKey,
    queryFn: () => request("GET /api/v1/auth/keys", {}),
    retry: false,
  })

  /** Runs a change, then loads the list again, also when the change failed. */
  const change = async (work: () => Promise<void>) => {
    await run(work)
    await queries.invalidateQueries({ queryKey })
  }
  const create = (label: string) =>
    change(async () => {
      isBegun.current = true
      onBegin(label)
      try {
        const body = label ? { label } : {}
        setNewKey((await request("POST /api/v1/auth/keys", { body })).key)
      } catch (error) {
        // Continues after the next sign-in.
        if (!isSessionError(error)) onEnd()
        throw error
      }
      onEnd()
    })
  const revoke = (id: string) =>
    change(async () => {
      await request("DELETE /api/v1/auth/keys/[id]", { params: { id } })
      setNewKey(null)
    })

  const [key] = list.data?.keys ?? []
  const isLoaded = list.isSuccess
  const hasKey = key !== undefined
  useEffect(() => {
    if (begunLabel === null || isBegun.current || !isLoaded) return
    isBegun.current = true
    if (hasKey) onEnd()
    else void create(begunLabel)
  })
  return (
    <Card title="API key">
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          Programs send it in the <code className="font-mono">X-API-Key</code> header to act for{" "}
          {shortenAddress(wallet)}, at up to 60 requests per minute. See the{" "}
          <a className="text-link" href="/docs">
            API reference
          </a>
          .
        </p>
        {newKey && <NewKeyNotice apiKey={newKey} onClose={() => setNewKey(null)} />}
        {list.isPending && <Skeleton className="h-20" />}
        <QueryFailure query={list} />
        {key && <KeyRow apiKey={key} onRevoke={() => revoke(key.id)} />}
        {list.isSuccess && !key && <NewKeyForm onCreate={create} />}
        {failure && <FailureNotice failure={failure} />}
      </div>
    </Card>
  )
}

/** A key that was begun at the top of the page is shown further down. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "center" })

/** Shows a new key, once. */
function NewKeyNotice({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Notice
      action={
        <div className="flex flex-wrap gap-2" ref={scrollIntoView}>
          <CopyButton label="Copy key" text={apiKey} />
          <Button variant="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      }
      title="Copy your new key now. It will not be shown again."
      tone="good"
    >
      <p className="rounded-control bg-surface p-2 font-mono break-all" data-testid="plain-key">
        {apiKey}
      </p>
    </Notice>
  )
}

/** A key is begun before the wallet has signed in, and made afterwards. */
export function SignedOutKeyCard({ onBegin }: { onBegin: (label: string) => void }) {
  const [label, setLabel] = useState("")
  return (
    <Card title="API key">
      <div className="grid gap-3">
        <LabelField label={label} onChange={setLabel} />
        <SignInPanel
          label="Sign in and create API key"
          onSignedIn={() => onBegin(trimText(label))}
        />
      </div>
    </Card>
  )
}

function NewKeyForm({ onCreate }: { onCreate: (label: string) => Promise<void> }) {
  const [label, setLabel] = useState("")
  const { run, isPending } = useAction()
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onCreate(trimText(label)))
      }}
    >
      <LabelField label={label} onChange={setLabel} />
      <Button pending={isPending} type="submit">
        Create API key
      </Button>
    </form>
  )
}

function LabelField({ label, onChange }: { label: string; onChange: (label: string) => void }) {
  return (
    <Field
      hint="Optional: what the key is for."
      label="Label"
      maxLength={MAX_LABEL}
      onChange={(event) => onChange(event.target.value)}
      value={label}
    />
  )
}
