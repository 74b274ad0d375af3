"use client"

import { useCallback, useState } from "react"
import { type Call, callFor, type Refusal } from "./desk"

/** Something done at the service in somebody's name: under way, refused, or done. */
export function useAct(purpose: string) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const act = useCallback(
    async (path: string, call: Call): Promise<{ json: unknown } | null> => {
      setPending(true)
      setRefusal(null)
      const said = await callFor(purpose, path, call)
      setPending(false)
      if (said?.refusal) setRefusal(said.refusal)
      return said && !said.refusal ? said : null
    },
    [purpose],
  )
  return { act, isPending, refusal }
}
