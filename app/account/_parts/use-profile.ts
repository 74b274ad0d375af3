"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { dataUrlToBlob } from "@/components/content/picture"
import { useSession } from "@/components/wallet/session/session"
import { profileQueryKey } from "@/components/wallet/wallet-profile"
import type { ApiAnswer, ApiInput } from "@/lib/api/client"

export type OwnProfile = ApiAnswer<"GET /api/v1/me/profile">

/** One change as POST /api/v1/me/profile takes it. */
export type ProfileChange = Exclude<ApiInput<"POST /api/v1/me/profile">["body"], FormData>

/** The active wallet's profile, and functions that change it, which throw what refuses a change. */
export function useProfile(wallet: string) {
  const { request } = useSession()
  const queries = useQueryClient()
  const queryKey = ["profile", wallet]
  const query = useQuery({
    queryKey,
    queryFn: () => request("GET /api/v1/me/profile", {}),
    retry: false,
  })

  /** Runs a change, then loads the profile again, also when the change failed. */
  const update = async (work: () => Promise<void>) => {
    try {
      await work()
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: profileQueryKey(wallet) }),
      ])
    }
  }
  const send = async (body: ProfileChange) => {
    await request("POST /api/v1/me/profile", { body })
  }
  const upload = async (dataUrl: string) => {
    const body = new FormData()
    body.append("purpose", "avatar")
    body.append("file", dataUrlToBlob(dataUrl), "picture")
    const { url } = await request("POST /api/images", { body })
    await send({ avatar: url })
  }
  return {
    query,
    change: (body: ProfileChange) => update(() => send(body)),
    setPicture: (dataUrl: string | null) =>
      update(() => (dataUrl ? upload(dataUrl) : send({ avatar: null }))),
  }
}
