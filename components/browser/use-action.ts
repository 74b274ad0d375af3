"use client"

import { useCallback, useState } from "react"
import { describeFailure, type Failure } from "./failure"

/** Runs an action at a time; `run` resolves to whether it succeeded, `failure` says why the last one did not. */
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
