"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { dataUrlToBlob } from "@/components/content/picture"
import { useSession } from "@/components/wallet/session/session"
import { profileQueryKey } from "@/components/wallet/wallet-profile"
import type { ApiAnswer, ApiInput } from "@/lib/api/client"

export type OwnProfile = ApiAnswer<"GET /api/v1/me/profile">

/** One change as POST /api/v1/me/profile takes it. */
export type ProfileChange = Exclude<ApiInput<"POST /api/v1/me/profile">["body"], FormData>

/** The acting wallet's profile, and the ways to change it. */
export function useProfile(wallet: string) {
  const { request } = useSession()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const queryKey = ["profile", wallet]
  const query = useQuery({
    queryKey,
    queryFn: () => request("GET /api/v1/me/profile", {}),
    retry: false,
  })

  /** Shows the profile as it is afterwards, also when the change failed. True when it was made. */
  const run = async (work: () => Promise<void>) => {
    setFailure(null)
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        setFailure(describeFailure(error))
        return false
      },
    )
    await Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: profileQueryKey(wallet) }),
    ])
    return isDone
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
    failure,
    change: (body: ProfileChange) => run(() => send(body)),
    setPicture: (dataUrl: string | null) =>
      run(() => (dataUrl ? upload(dataUrl) : send({ avatar: null }))),
  }
}
