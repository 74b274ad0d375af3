"use client"

import { useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import type { Decision } from "@/components/reef/moderation-actions"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states"
import { FlaggedPost } from "./flagged-post"
import { useFlaggedPosts } from "./use-flagged-posts"

/** What readers have reported. */
export function FlaggedPosts({ onDecided }: { onDecided: () => void }) {
  const { posts, total, refusal, read, more } = useFlaggedPosts()
  const [decision, setDecision] = useState<Decision | null>(null)
  if (refusal) {
    return (
      <ErrorState code={refusal.code} onRetry={read} title={refusal.sentence}>
        {refusal.remedy}
      </ErrorState>
    )
  }
  if (!posts) return <Skeleton className="h-48" />
  if (posts.length === 0) {
    return (
      <Card>
        <EmptyState icon="done" title="Nothing is reported">
          Posts appear here with their first report.
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
        <Button className="justify-self-center" variant="secondary" onClick={more}>
          More reported posts
        </Button>
      )}
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={() => {
            void read()
            onDecided()
          }}
        />
      )}
    </section>
  )
}
