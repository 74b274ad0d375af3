"use client"

import { useCallback, useState } from "react"
import { type CallFailure, callSignedIn, type ReefCall } from "./session-gate"

/** Something done at the service in somebody's name: under way, refused, or done. */
export function useMutation(purpose: string) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)
  const act = useCallback(
    async (path: string, call: ReefCall): Promise<{ json: unknown } | null> => {
      setPending(true)
      setRefusal(null)
      const said = await callSignedIn(purpose, path, call)
      setPending(false)
      if (said?.refusal) setRefusal(said.refusal)
      return said && !said.refusal ? said : null
    },
    [purpose],
  )
  return { act, isPending, refusal }
}
