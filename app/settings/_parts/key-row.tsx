"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { DetailRow } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { formatDateTime, formatRelativeTime } from "@/lib/format"
import type { ApiKey } from "./api-key-card"

export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const revoke = () => {
    setPending(true)
    void onRevoke().finally(() => setPending(false))
  }
  return (
    <div className="grid gap-3">
      <dl className="rounded-control bg-sunken px-3 py-2">
        <DetailRow label="Key">
          <span className="font-mono">{apiKey.keyHint ?? "hidden"}</span>
        </DetailRow>
        <DetailRow label="Label">{apiKey.label ?? "none"}</DetailRow>
        <DetailRow label="Created">{formatDateTime(new Date(apiKey.createdAt))}</DetailRow>
        <DetailRow label="Last used">
          {apiKey.lastUsedAt ? formatRelativeTime(new Date(apiKey.lastUsedAt)) : "never"}
        </DetailRow>
      </dl>
      {isAsking ? (
        <Notice
          action={
            <div className="flex flex-wrap gap-2">
              <Button variant="danger" onClick={revoke} pending={isPending}>
                Revoke permanently
              </Button>
              <Button disabled={isPending} variant="secondary" onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </div>
          }
          title="Revoke this key?"
          tone="warning"
        >
          <p>Programs that use it are refused at once. This cannot be undone.</p>
        </Notice>
      ) : (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Revoke key
        </Button>
      )}
    </div>
  )
}
