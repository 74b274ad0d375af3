"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useSession } from "@/components/wallet/session/session"

type Request = ReturnType<typeof useSession>["request"]

function useOwnAnswer<T>(queryKey: string[], read: (request: Request) => Promise<T>) {
  const { request } = useSession()
  return useQuery({ queryKey, queryFn: () => read(request), retry: false })
}

/** The wallet's profile, of which the linked X account is a part; shared with the profile's card. */
export const useXAccount = (wallet: string) =>
  useOwnAnswer(["profile", wallet], (request) => request("GET /api/v1/me/profile", {}))

export const useXPosts = (wallet: string) =>
  useOwnAnswer(["social", wallet, "x-posts"], (request) =>
    request("GET /api/v1/social/verified-tweets", {}),
  )

export const useMoltbook = (wallet: string) =>
  useOwnAnswer(["social", wallet, "moltbook"], (request) => request("GET /api/moltbook/status", {}))

export const useMoltbookPosts = (wallet: string) =>
  useOwnAnswer(["social", wallet, "moltbook-posts"], (request) =>
    request("GET /api/v1/social/verified-moltbook-posts", {}),
  )

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
