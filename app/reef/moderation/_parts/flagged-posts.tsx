"use client"

import { useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import type { Decision } from "@/components/reef/moderation-actions"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states"
import { FlaggedPost } from "./flagged-post"
import { useModeratorQuery } from "./use-moderator-query"

const PAGE_STEP = 20

export function FlaggedPosts({ onDecided }: { onDecided: () => void }) {
  const [limit, setLimit] = useState(PAGE_STEP)
  const { answer, failure, reload } = useModeratorQuery("GET /api/reef/admin/flagged", {
    query: { limit: `${limit}` },
  })
  const [decision, setDecision] = useState<Decision | null>(null)
  if (failure) {
    return (
      <ErrorState code={failure.code} onRetry={reload} title={failure.sentence}>
        {failure.remedy}
      </ErrorState>
    )
  }
  if (!answer) return <Skeleton className="h-48" />
  const { data: posts, pagination } = answer
  const { total } = pagination
  if (posts.length === 0) {
    return (
      <Card>
        <EmptyState icon="done" title="No reported posts">
          A post appears here with its first report.
        </EmptyState>
      </Card>
    )
  }
  return (
    <section aria-labelledby="reported" className="grid min-w-0 grid-cols-1 gap-3">
      <h2 id="reported">{total === 1 ? "1 reported post" : `${total} reported posts`}</h2>
      <ul className="grid grid-cols-1 gap-3">
        {posts.map((post) => (
          <li className="min-w-0" key={post.id}>
            <FlaggedPost onDecide={setDecision} post={post} />
          </li>
        ))}
      </ul>
      {posts.length < total && (
        <Button
          className="justify-self-center"
          variant="secondary"
          onClick={() => setLimit(limit + PAGE_STEP)}
        >
          More reported posts
        </Button>
      )}
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={() => {
            void reload()
            onDecided()
          }}
        />
      )}
    </section>
  )
}
