"use client"

import { useCallback, useEffect, useState } from "react"
import { callQuietly, type Refusal } from "@/components/reef/desk"
import { field } from "@/components/reef/json"

export type Report = { wallet: string; reason: string; createdAt: string }

export type Flagged = {
  id: string
  wallet: string
  title: string
  body: string
  isHidden: boolean
  timestamp: string
  reportCount: number
  reports: Report[]
}

type State = { posts: readonly Flagged[] | null; total: number; refusal: Refusal | null }

const STEP = 20

/** Posts with open reports, as many as were asked for. */
export function useFlagged() {
  const [state, setState] = useState<State>({ posts: null, total: 0, refusal: null })
  const [limit, setLimit] = useState(STEP)
  const read = useCallback(async () => {
    const said = await callQuietly(`/api/reef/admin/flagged?limit=${limit}`)
    if (!said) return
    if (said.refusal) return setState((now) => ({ ...now, refusal: said.refusal }))
    setState({
      posts: field<unknown[]>(said.json, "data", []).map(flaggedOf),
      total: field(field<object>(said.json, "pagination", {}), "total", 0),
      refusal: null,
    })
  }, [limit])
  useEffect(() => void read(), [read])
  return { ...state, read, more: () => setLimit(limit + STEP) }
}

const flaggedOf = (post: unknown): Flagged => ({
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
