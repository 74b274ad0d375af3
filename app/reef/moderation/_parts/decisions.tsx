"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { field } from "@/components/reef/json"
import { postHref } from "@/components/reef/links"
import { decided as words } from "@/components/reef/moderation"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Time } from "@/components/ui/time"
import { grouped } from "@/lib/format"
import { beginning, visibleTitle } from "@/lib/reef/text"
import { useRead } from "./use-read"

const STEP = 10

/** What was decided, by whom and why, with the way back to it. Read again when `decided` changes. */
export function Decisions({ decided }: { decided: number }) {
  const [limit, setLimit] = useState(STEP)
  const { found, refusal, ask } = useRead(`/reef/moderation/decisions?limit=${limit}`, pageOf)
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
            <Line decision={decision} />
          </li>
        ))}
      </ul>
      {decisions.length < total && limit < MOST && (
        <Button
          className="mt-4"
          look="secondary"
          onClick={() => setLimit(Math.min(MOST, limit * 2))}
          size="sm"
        >
          Earlier decisions
        </Button>
      )}
    </Card>
  )
}

/** The service tells no more at once. */
const MOST = 100

const REASON_LETTERS = 200

function Line({ decision }: { decision: Decision }) {
  const { action, admin, wallet, minutes, reason, createdAt, post } = decision
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{words[action] ?? action}</span>
        {minutes > 0 && <span className="text-muted">for {spanOf(minutes)}</span>}
        {wallet && <WalletLink address={wallet} isRaised />}
        <span className="ml-auto text-muted">
          <Time time={createdAt} />
        </span>
      </p>
      {post && <PostOf post={post} />}
      <p className="text-muted wrap-anywhere">
        {reason && (
          <>
            <bdi>{beginning(reason, REASON_LETTERS)}</bdi>
            {" · "}
          </>
        )}
        by <WalletLink address={admin} isRaised />
      </p>
    </>
  )
}

function PostOf({ post: { id, title, isHidden, isDeleted } }: { post: DecidedPost }) {
  const name = <bdi>{visibleTitle(title)}</bdi>
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

function spanOf(minutes: number) {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"]
  return count === 1 ? `1 ${unit}` : `${grouped(count)} ${unit}s`
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
