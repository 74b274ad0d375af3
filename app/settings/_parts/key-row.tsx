"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Line } from "@/components/ui/figures"
import { Notice } from "@/components/ui/notice"
import { dateTime, relativeTime } from "@/lib/format"
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
        <Line label="Key">
          <span className="font-mono">{apiKey.keyHint ?? "hidden"}</span>
        </Line>
        <Line label="Label">{apiKey.label ?? "none"}</Line>
        <Line label="Created">{dateTime(apiKey.createdAt)}</Line>
        <Line label="Last used">
          {apiKey.lastUsedAt ? relativeTime(apiKey.lastUsedAt) : "never"}
        </Line>
      </dl>
      {isAsking ? (
        <Notice
          action={
            <div className="flex flex-wrap gap-2">
              <Button look="danger" onClick={revoke} pending={isPending}>
                Revoke for good
              </Button>
              <Button disabled={isPending} look="secondary" onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </div>
          }
          title="Revoke this key?"
          tone="warning"
        >
          <p>Programs that use it are refused at once. This cannot be undone.</p>
        </Notice>
      ) : (
        <Button look="danger" onClick={() => setAsking(true)}>
          Revoke key
        </Button>
      )}
    </div>
  )
}
