"use client"

import { useCallback, useState } from "react"
import { describeFailure, type Failure } from "./failure"

/** Tracks whether an action is pending and why the last one failed. `run` resolves to whether the action succeeded. */
export function useAction() {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = useCallback(async (action: () => Promise<unknown>) => {
    setPending(true)
    setFailure(null)
    try {
      await action()
      return true
    } catch (error) {
      setFailure(describeFailure(error))
      return false
    } finally {
      setPending(false)
    }
  }, [])
  const reset = useCallback(() => setFailure(null), [])
  return { isPending, failure, run, reset }
}
