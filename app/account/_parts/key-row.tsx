"use client"

import { useState } from "react"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import type { ApiAnswer } from "@/lib/api/client"
import { formatDateTime, formatRelativeTime } from "@/lib/format"

type KeyRowProps = {
  apiKey: ApiAnswer<"GET /api/v1/auth/keys">["keys"][number]
  onRevoke: () => Promise<void>
}

/** An API key, and its revocation after a confirmation. */
export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { run, isPending } = useAction()
  return (
    <div className="grid gap-3">
      <dl className="rounded-control bg-sunken px-3 py-2">
        <DetailRow label="Key">
          <span className="font-mono">{apiKey.keyHint ?? "Hidden"}</span>
        </DetailRow>
        <DetailRow label="Label">{apiKey.label ?? "None"}</DetailRow>
        <DetailRow label="Created">{formatDateTime(new Date(apiKey.createdAt))}</DetailRow>
        <DetailRow label="Last used">
          {apiKey.lastUsedAt ? formatRelativeTime(new Date(apiKey.lastUsedAt)) : "Never"}
        </DetailRow>
      </dl>
      {isConfirming ? (
        <Notice
          action={
            <div className="flex flex-wrap gap-2">
              <Button variant="danger" onClick={() => run(onRevoke)} pending={isPending}>
                Revoke permanently
              </Button>
              <Button disabled={isPending} variant="secondary" onClick={() => setConfirming(false)}>
                Cancel
              </Button>
            </div>
          }
          title="Revoke this key?"
          tone="warning"
        >
          <p>Programs that use it stop working immediately. This cannot be undone.</p>
        </Notice>
      ) : (
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Revoke key
        </Button>
      )}
    </div>
  )
}
