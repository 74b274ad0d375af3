"use client"

import { useEffect, useState } from "react"

/** Pause of the typing before a quote is asked for. */
const TYPING_MS = 250

/** The value once it has not changed for a moment. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
