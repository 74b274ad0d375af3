"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { QueryFailure } from "@/components/browser/query-failure"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import { shortenAddress } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import { KeyRow } from "./key-row"

const MAX_LABEL = 64

/** The wallet's API key: it has at most one. */
export function ApiKeyCard({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const queries = useQueryClient()
  const [newKey, setNewKey] = useState<string | null>(null)
  const { run, failure } = useAction()
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
      const body = label ? { label } : {}
      setNewKey((await request("POST /api/v1/auth/keys", { body })).key)
    })
  const revoke = (id: string) =>
    change(async () => {
      await request("DELETE /api/v1/auth/keys/[id]", { params: { id } })
      setNewKey(null)
    })

  const [key] = list.data?.keys ?? []
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

/** Shows a new key, once. */
function NewKeyNotice({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Notice
      action={
        <div className="flex flex-wrap gap-2">
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
      <Field
        hint="Optional: what the key is for."
        label="Label"
        maxLength={MAX_LABEL}
        onChange={(event) => setLabel(event.target.value)}
        value={label}
      />
      <Button pending={isPending} type="submit">
        Create API key
      </Button>
    </form>
  )
}
