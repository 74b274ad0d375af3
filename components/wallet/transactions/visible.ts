"use client"

import { useEffect } from "react"

const visible = new Map<string, number>()

/** Says that this part of the page shows the transaction, so that nothing else need announce its end. */
export function useVisibleTransaction(id: string | null) {
  useEffect(() => {
    if (!id) return
    visible.set(id, (visible.get(id) ?? 0) + 1)
    return () => {
      const left = (visible.get(id) ?? 1) - 1
      if (left > 0) visible.set(id, left)
      else visible.delete(id)
    }
  }, [id])
}

/** Whether some part of the page shows it now. */
export const isTransactionVisible = (id: string) => visible.has(id)
