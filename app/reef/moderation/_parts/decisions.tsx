"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { postHref } from "@/components/reef/links"
import { decisionLabels } from "@/components/reef/moderation-actions"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Time } from "@/components/ui/time"
import type { ApiAnswer } from "@/lib/api/client"
import { formatInteger } from "@/lib/format"
import { cleanTitle, truncateText } from "@/lib/reef/text"
import { useModeratorQuery } from "./use-moderator-query"

const PAGE_STEP = 10

/** Log of moderators' decisions, the latest first. Reloaded when `decided` changes. */
export function Decisions({ decided }: { decided: number }) {
  const [limit, setLimit] = useState(PAGE_STEP)
  const { answer, failure, reload } = useModeratorQuery("GET /api/internal/reef/decisions", {
    query: { limit: `${limit}` },
  })
  useEffect(() => {
    if (decided > 0) void reload()
  }, [decided, reload])
  if (failure || !answer) return null
  const { data: decisions, pagination } = answer
  return (
    <Card title="Decisions">
      {decisions.length === 0 && <p className="text-sm text-muted">No decisions yet.</p>}
      <ul className="-my-2 divide-y divide-line">
        {decisions.map((decision) => (
          <li className="grid gap-1 py-2 text-sm" key={decision.id}>
            <DecisionRow decision={decision} />
          </li>
        ))}
      </ul>
      {decisions.length < pagination.total && limit < MAX_LIMIT && (
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

type Decision = ApiAnswer<"GET /api/internal/reef/decisions">["data"][number]

/** Limit of the endpoint. */
const MAX_LIMIT = 100

const MAX_REASON_CHARACTERS = 200

function DecisionRow({ decision }: { decision: Decision }) {
  const { action, admin, wallet, muteMinutes, reason, createdAt, post } = decision
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{decisionLabels[action] ?? action}</span>
        {muteMinutes && <span className="text-muted">for {formatDuration(muteMinutes)}</span>}
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

function DecisionPost({
  post: { id, title, isHidden, isDeleted },
}: {
  post: NonNullable<Decision["post"]>
}) {
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
