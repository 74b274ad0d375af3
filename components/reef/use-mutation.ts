"use client"

import { useCallback, useState } from "react"
import type { ApiAnswer, ApiInput, Endpoint } from "@/lib/api/client"
import { type CallFailure, callSignedIn } from "./session-gate"

/** A change made as the signed-in wallet. `mutate` returns null when it failed or the user did not sign in. */
export function useMutation(purpose: string) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const mutate = useCallback(
    async <E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ApiAnswer<E> | null> => {
      setPending(true)
      setFailure(null)
      const result = await callSignedIn(purpose, endpoint, input)
      setPending(false)
      setFailure(result?.failure ?? null)
      return result?.answer ?? null
    },
    [purpose],
  )
  return { mutate, isPending, failure }
}
