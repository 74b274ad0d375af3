"use client"

import { useState } from "react"
import { useStoredText } from "@/components/reef/use-stored-text"
import { Button, ButtonLink } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Skeleton } from "@/components/ui/states"
import { TextArea } from "@/components/ui/text-area"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { openConnect, useWalletState } from "@/components/wallet/store"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import { MAX_COMMENT_LENGTH, MIN_TRADE_USD } from "@/lib/content/comments/constants"
import { formatInteger } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import { type Allowance, allowanceLabel, applyUsedComments } from "./allowance"
import type { SendCommentProps } from "./send-comment"

const SendComment = lazyWithWallet<SendCommentProps>(
  () => import("./send-comment").then((part) => part.SendComment),
  { fallback: <Skeleton className="h-11 w-36" />, withoutChain: null },
)

type ComposerProps = {
  project: { id: number; address: string; isMarket: boolean }
  /** Changes with anything that may have earned or used a comment. */
  stamp: string
}

/** The form for a comment. Below the field it says what the wallet still needs before it can comment. */
export function Composer({ project, stamp }: ComposerProps) {
  const { text, setText } = useStoredText(`atoll.comment.${project.address}`)
  const { wallet, allowance, recordSent } = useAllowance(project.address, stamp)
  const length = [...trimText(text)].length
  const isTooLong = length > MAX_COMMENT_LENGTH
  const onSent = () => {
    setText("")
    recordSent()
  }
  return (
    <div className="grid gap-2">
      <TextArea
        error={isTooLong ? `At most ${formatInteger(MAX_COMMENT_LENGTH)} characters` : null}
        hint={
          <span data-testid="comments-left">
            {composerHint(wallet, allowance, project.isMarket)}
          </span>
        }
        label="Your comment"
        onChange={({ target }) => setText(target.value)}
        rows={3}
        value={text}
      />
      <div className="flex min-h-11 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        {wallet === null ? (
          <Button onClick={openConnect}>Connect a wallet to comment</Button>
        ) : allowance === null ? (
          <Skeleton className="h-11 w-36" />
        ) : allowance.left === 0 ? (
          <ButtonLink href="#trade" variant="secondary">
            Trade to earn a comment
          </ButtonLink>
        ) : (
          <SendComment
            isReady={length > 0 && !isTooLong}
            onSent={onSent}
            projectId={project.id}
            text={text}
            wallet={wallet}
          />
        )}
        <span className={cn("figures text-sm", isTooLong ? "text-coral" : "text-muted")}>
          {formatInteger(length)} / {formatInteger(MAX_COMMENT_LENGTH)}
        </span>
      </div>
    </div>
  )
}

function composerHint(wallet: string | null, allowance: Allowance | null, isMarket: boolean) {
  if (wallet === null) return `Each trade of ${MIN_TRADE_USD} USD or more earns one comment.`
  return allowance ? allowanceLabel(allowance, isMarket) : "Loading…"
}

/**
 * The allowance of the connected wallet as last read, less the comments sent since. A read may already count a
 * comment whose request has not been answered yet.
 */
function useAllowance(address: string, stamp: string) {
  const { address: wallet } = useWalletState()
  const read = useWalletData({
    subject: address,
    version: stamp,
    load: (owner, signal) =>
      callApi(
        "GET /api/internal/tokens/[address]/comment-allowance",
        { params: { address }, query: { wallet: owner } },
        { signal },
      ),
  })
  const [noted, setNoted] = useState<{ wallet: string | null; used: number } | null>(null)
  const allowance = read && applyUsedComments(read, noted?.wallet === wallet ? noted.used : 0)
  const recordSent = () => setNoted({ wallet, used: (allowance?.used ?? 0) + 1 })
  return { wallet, allowance, recordSent }
}
