"use client"

import { useCallback, useEffect, useState } from "react"
import { type CallFailure, callIfSignedIn } from "@/components/reef/session-gate"
import type { ApiAnswer, ApiInput, Endpoint } from "@/lib/api/client"

/** The answer of an endpoint for moderators; null until it is loaded. `reload` asks again. */
export function useModeratorQuery<E extends Endpoint>(endpoint: E, input: ApiInput<E>) {
  const [answer, setAnswer] = useState<ApiAnswer<E> | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is compared by its content
  const reload = useCallback(async () => {
    const result = await callIfSignedIn(endpoint, input)
    if (!result) return
    setFailure(result.failure)
    if (result.answer) setAnswer(result.answer)
  }, [endpoint, JSON.stringify(input)])
  useEffect(() => void reload(), [reload])
  return { answer, failure, reload }
}
