"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { dataUrlToBlob } from "@/components/content/picture"
import { useSession } from "@/components/wallet/session/session"
import { profileQueryKey } from "@/components/wallet/wallet-profile"
import { platforms } from "@/lib/profiles/validation"

const profile = z.object({
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  tier: z.string(),
  tierEmoji: z.string(),
  rank: z.int(),
  rankDelta: z.int(),
  streak: z.int(),
  socials: z.array(
    z.object({ platform: z.enum(platforms), handle: z.string(), isPublic: z.boolean() }),
  ),
  xAccount: z.object({ username: z.string() }).nullable(),
})
const changeResult = z.object({ success: z.literal(true) })
const uploadResult = z.object({ url: z.string() })

export type OwnProfile = z.output<typeof profile>

/** One change as POST /api/v1/me/profile takes it. */
export type ProfileChange = Readonly<Record<string, unknown>>

/** The acting wallet's profile, and the ways to change it. */
export function useProfile(wallet: string) {
  const { request } = useSession()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const queryKey = ["profile", wallet]
  const query = useQuery({
    queryKey,
    queryFn: () => request("/api/v1/me/profile", profile),
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
    await request("/api/v1/me/profile", changeResult, { method: "POST", body })
  }
  const upload = async (dataUrl: string) => {
    const body = new FormData()
    body.append("purpose", "avatar")
    body.append("file", dataUrlToBlob(dataUrl), "picture")
    const { url } = await request("/api/images", uploadResult, { method: "POST", body })
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
