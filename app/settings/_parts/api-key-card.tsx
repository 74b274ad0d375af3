"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer } from "@/lib/api/client"
import { shortenAddress } from "@/lib/format"
import { KeyRow } from "./key-row"
import { NewKeyForm } from "./new-key-form"
import { NewKeyNotice } from "./new-key-notice"

export type ApiKey = ApiAnswer<"GET /api/v1/auth/keys">["keys"][number]

/** The one key a wallet may have: created here, shown once, revoked here. */
export function ApiKeyCard({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const queries = useQueryClient()
  const [plain, setPlain] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const list = useQuery({
    queryKey: ["api-keys", wallet],
    queryFn: () => request("GET /api/v1/auth/keys", {}),
    retry: false,
  })

  /** Runs a change of the key and shows the list as it is afterwards, also when the change failed. */
  const change = async (work: () => Promise<void>) => {
    setFailure(null)
    await work().catch((error: unknown) => setFailure(describeFailure(error)))
    await queries.invalidateQueries({ queryKey: ["api-keys", wallet] })
  }
  const create = (label: string) =>
    change(async () => {
      const body = label ? { label } : {}
      setPlain((await request("POST /api/v1/auth/keys", { body })).key)
    })
  const revoke = (id: string) =>
    change(async () => {
      await request("DELETE /api/v1/auth/keys/[id]", { params: { id } })
      setPlain(null)
    })

  const [key] = list.data?.keys ?? []
  return (
    <Card title="API key">
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          Programs send it in the header <code className="font-mono">X-API-Key</code>; they act for{" "}
          {shortenAddress(wallet)}, up to 60 requests a minute. See the{" "}
          <a className="text-link" href="/docs">
            API reference
          </a>
          .
        </p>
        {plain && <NewKeyNotice apiKey={plain} onClose={() => setPlain(null)} />}
        {list.isPending && <Skeleton className="h-20" />}
        {list.isError && (
          <FailureNotice
            action={
              <Button variant="secondary" onClick={() => list.refetch()}>
                Try again
              </Button>
            }
            failure={describeFailure(list.error)}
          />
        )}
        {key && <KeyRow apiKey={key} onRevoke={() => revoke(key.id)} />}
        {list.isSuccess && !key && <NewKeyForm onCreate={create} />}
        {failure && <FailureNotice failure={failure} />}
      </div>
    </Card>
  )
}
