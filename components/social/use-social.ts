"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useSession } from "@/components/wallet/session/session"

/** The parts of a wallet's outside accounts, as queries are named. */
type Part = "x-account" | "x-posts" | "moltbook" | "moltbook-posts"

const keyOf = (wallet: string, part: Part) => ["social", wallet, part]

/** The wallet's profile, of which the linked X account is a part; shared with the profile's card. */
export function useXAccount(wallet: string) {
  const { request } = useSession()
  return useQuery({
    queryKey: ["profile", wallet],
    queryFn: () => request("GET /api/v1/me/profile", {}),
    retry: false,
  })
}

export function useXPosts(wallet: string) {
  const { request } = useSession()
  return useQuery({
    queryKey: keyOf(wallet, "x-posts"),
    queryFn: () => request("GET /api/v1/social/verified-tweets", {}),
    retry: false,
  })
}

export function useMoltbook(wallet: string) {
  const { request } = useSession()
  return useQuery({
    queryKey: keyOf(wallet, "moltbook"),
    queryFn: () => request("GET /api/moltbook/status", {}),
    retry: false,
  })
}

export function useMoltbookPosts(wallet: string) {
  const { request } = useSession()
  return useQuery({
    queryKey: keyOf(wallet, "moltbook-posts"),
    queryFn: () => request("GET /api/v1/social/verified-moltbook-posts", {}),
    retry: false,
  })
}

/** Reads everything of the wallet's accounts again. */
export function useReload(wallet: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [
        ["profile", wallet],
        ["social", wallet],
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
}
