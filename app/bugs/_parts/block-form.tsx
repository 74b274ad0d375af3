"use client"

import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { TextArea } from "@/components/ui/text-area"
import { Time } from "@/components/ui/time"
import { toast } from "@/components/ui/toast"
import { useSession } from "@/components/wallet/session/session"
import { trimText } from "@/lib/readable-text"
import { MAX_BLOCK_REASON_LENGTH } from "@/lib/wallets/limits"

type BlockFormProps = {
  wallet: string
  block: { reason: string | null; createdAt: string } | null
  onChange: () => void
}

/** Blocks a wallet with a reason, or lifts the block. */
export function BlockForm({ wallet, block, onChange }: BlockFormProps) {
  const { request } = useSession()
  const { run, isPending, failure } = useAction()
  const [reason, setReason] = useState(block?.reason ?? "")
  const send = async (title: string, work: () => Promise<unknown>) => {
    if (!(await run(work))) return
    toast({ title, tone: "good" })
    onChange()
  }
  const body = { wallet, ...(trimText(reason) && { reason: trimText(reason) }) }
  const doBlock = () => send("Wallet blocked", () => request("POST /api/v1/admin/block", { body }))
  const lift = () =>
    send("Block lifted", () => request("DELETE /api/v1/admin/block", { body: { wallet } }))
  return (
    <section aria-label="Block this wallet" className="grid gap-3">
      <h4 className="font-medium">
        {block ? (
          <>
            Blocked since <Time format="dateTime" time={block.createdAt} />
          </>
        ) : (
          "Block this wallet"
        )}
      </h4>
      <p className="text-muted">
        It can then neither report bugs, nor submit posts for points, nor claim from the faucet. It
        reads your reason there.
      </p>
      <TextArea
        label="Reason"
        maxLength={MAX_BLOCK_REASON_LENGTH}
        onChange={(event) => setReason(event.target.value)}
        rows={2}
        value={reason}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={doBlock} pending={isPending} size="sm" variant="secondary">
          {block ? "Change reason" : "Block wallet"}
        </Button>
        {block && (
          <Button onClick={lift} pending={isPending} size="sm" variant="secondary">
            Lift the block
          </Button>
        )}
      </div>
      {failure && <FailureNotice failure={failure} />}
    </section>
  )
}
