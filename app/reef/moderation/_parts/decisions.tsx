"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { field } from "@/components/reef/json"
import { postHref } from "@/components/reef/links"
import { decisionLabels as words } from "@/components/reef/moderation-actions"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import { cleanTitle, truncateText } from "@/lib/reef/text"
import { useModeratorQuery } from "./use-read"

const PAGE_STEP = 10

/** What was decided, by whom and why, with the way back to it. Read again when `decided` changes. */
export function Decisions({ decided }: { decided: number }) {
  const [limit, setLimit] = useState(PAGE_STEP)
  const { found, refusal, ask } = useModeratorQuery(
    `/reef/moderation/decisions?limit=${limit}`,
    pageOf,
  )
  useEffect(() => {
    if (decided > 0) void ask()
  }, [decided, ask])
  if (refusal || !found) return null
  const { decisions, total } = found
  return (
    <Card title="Decisions">
      {decisions.length === 0 && <p className="text-sm text-muted">Nothing was decided yet.</p>}
      <ul className="-my-2 divide-y divide-line">
        {decisions.map((decision) => (
          <li className="grid gap-1 py-2 text-sm" key={decision.id}>
            <DecisionRow decision={decision} />
          </li>
        ))}
      </ul>
      {decisions.length < total && limit < MAX_LIMIT && (
        <Button
          className="mt-4"
          variant="secondary"
          onClick={() => setLimit(Math.min(MAX_LIMIT, limit * 2))}
          size="sm"
        >
          Earlier decisions
        </Button>
      )}
    </Card>
  )
}

/** The service tells no more at once. */
const MAX_LIMIT = 100

const MAX_REASON_CHARACTERS = 200

function DecisionRow({ decision }: { decision: Decision }) {
  const { action, admin, wallet, minutes, reason, createdAt, post } = decision
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{words[action] ?? action}</span>
        {minutes > 0 && <span className="text-muted">for {formatDuration(minutes)}</span>}
        {wallet && <WalletLink address={wallet} isRaised />}
        <span className="ml-auto text-muted">
          <Time time={createdAt} />
        </span>
      </p>
      {post && <DecisionPost post={post} />}
      <p className="text-muted wrap-anywhere">
        {reason && (
          <>
            <bdi>{truncateText(reason, MAX_REASON_CHARACTERS)}</bdi>
            {" · "}
          </>
        )}
        by <WalletLink address={admin} isRaised />
      </p>
    </>
  )
}

function DecisionPost({ post: { id, title, isHidden, isDeleted } }: { post: DecidedPost }) {
  const name = <bdi>{cleanTitle(title)}</bdi>
  if (isDeleted) return <p className="wrap-anywhere text-muted">{name} (deleted)</p>
  return (
    <p className="wrap-anywhere">
      <Link
        className="inline-flex min-h-11 items-center text-link"
        href={postHref(id)}
        prefetch={false}
      >
        {name}
      </Link>
      {isHidden && <span className="text-muted"> (hidden)</span>}
    </p>
  )
}

function formatDuration(minutes: number) {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"]
  return count === 1 ? `1 ${unit}` : `${formatInteger(count)} ${unit}s`
}

type DecidedPost = { id: string; title: string; isHidden: boolean; isDeleted: boolean }

type Decision = {
  id: string
  action: string
  admin: string
  wallet: string
  minutes: number
  reason: string
  createdAt: string
  post: DecidedPost | null
}

const pageOf = (json: unknown) => ({
  decisions: field<unknown[]>(json, "data", []).map(decisionOf),
  total: field(field<object>(json, "pagination", {}), "total", 0),
})

function decisionOf(decision: unknown): Decision {
  const post = field<object>(decision, "post", {})
  const id = field(post, "id", "")
  return {
    id: field(decision, "id", ""),
    action: field(decision, "action", ""),
    admin: field(decision, "admin", ""),
    wallet: field(decision, "wallet", ""),
    minutes: field(decision, "muteMinutes", 0),
    reason: field(decision, "reason", ""),
    createdAt: field(decision, "createdAt", ""),
    post: id
      ? {
          id,
          title: field(post, "title", ""),
          isHidden: field(post, "isHidden", false),
          isDeleted: field(post, "isDeleted", false),
        }
      : null,
  }
}
