"use client"

import { useEffect } from "react"

const watched = new Map<string, number>()

/** Says that this part of the page shows the transaction, so that nothing else need announce its end. */
export function useWitness(id: string | null) {
  useEffect(() => {
    if (!id) return
    watched.set(id, (watched.get(id) ?? 0) + 1)
    return () => {
      const left = (watched.get(id) ?? 1) - 1
      if (left > 0) watched.set(id, left)
      else watched.delete(id)
    }
  }, [id])
}

/** Whether some part of the page shows it now. */
export const isWitnessed = (id: string) => watched.has(id)
