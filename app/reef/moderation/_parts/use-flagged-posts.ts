"use client"

import { useState } from "react"
import { field } from "@/components/reef/json"
import { useModeratorQuery } from "./use-read"

export type Report = { wallet: string; reason: string; createdAt: string }

export type FlaggedPostData = {
  id: string
  wallet: string
  title: string
  body: string
  isHidden: boolean
  timestamp: string
  reportCount: number
  reports: Report[]
}

const PAGE_STEP = 20

/** Posts with open reports, as many as were asked for. */
export function useFlaggedPosts() {
  const [limit, setLimit] = useState(PAGE_STEP)
  const { found, refusal, ask } = useModeratorQuery(
    `/api/reef/admin/flagged?limit=${limit}`,
    pageOf,
  )
  const { posts = null, total = 0 } = found ?? {}
  return { posts, total, refusal, read: ask, more: () => setLimit(limit + PAGE_STEP) }
}

const pageOf = (json: unknown) => ({
  posts: field<unknown[]>(json, "data", []).map(flaggedOf),
  total: field(field<object>(json, "pagination", {}), "total", 0),
})

const flaggedOf = (post: unknown): FlaggedPostData => ({
  id: field(post, "id", ""),
  wallet: field(post, "wallet", ""),
  title: field(post, "title", ""),
  body: field(post, "body", ""),
  isHidden: field(post, "isHidden", false),
  timestamp: field(post, "timestamp", ""),
  reportCount: field(post, "reportCount", 0),
  reports: field<unknown[]>(post, "reports", []).map((report) => ({
    wallet: field(report, "wallet", ""),
    reason: field(report, "reason", ""),
    createdAt: field(report, "createdAt", ""),
  })),
})
