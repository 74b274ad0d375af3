"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { field } from "@/components/reef/json"
import { postHref } from "@/components/reef/links"
import { useMutation } from "@/components/reef/use-mutation"
import { toast } from "@/components/ui/toast"
import { type PostDraft, postDrafts } from "./draft"

/** Sends the post and goes on to its page. `onRefused` learns what stands in the way. */
export function useCreatePost(onRefused: () => void) {
  const router = useRouter()
  const { act, isPending, refusal } = useMutation("to post")
  const [isGone, setGone] = useState(false)
  const post = async ({ section, title, body }: PostDraft) => {
    const texts = { title: title.trim(), body: body.trim() || null }
    const said = await act("/api/reef/post", { method: "POST", body: { section, ...texts } })
    if (!said) return onRefused()
    setGone(true)
    postDrafts.remove()
    toast({ title: "Posted", tone: "good" })
    router.push(postHref(field(field<object>(said.json, "post", {}), "id", "")))
  }
  // Still pending: the next page is on its way.
  return { post, isPending: isPending || isGone, refusal }
}
