"use client"

import { useState } from "react"
import type { ApiAnswer } from "@/lib/api/client"
import { useModeratorQuery } from "./use-moderator-query"

export type FlaggedPostData = ApiAnswer<"GET /api/reef/admin/flagged">["data"][number]

const PAGE_STEP = 20

/** Posts with open reports; `more` loads further ones. */
export function useFlaggedPosts() {
  const [limit, setLimit] = useState(PAGE_STEP)
  const { answer, failure, reload } = useModeratorQuery("GET /api/reef/admin/flagged", {
    query: { limit: `${limit}` },
  })
  return {
    posts: answer?.data ?? null,
    total: answer?.pagination.total ?? 0,
    failure,
    reload,
    more: () => setLimit(limit + PAGE_STEP),
  }
}
