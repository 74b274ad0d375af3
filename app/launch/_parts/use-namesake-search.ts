"use client"

import { usePathname, useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import type { Draft } from "./plan"

const TYPING_MS = 400

/**
 * Puts symbol and name into the URL when the typing pauses; the server answers with tokens called alike.
 * Not once the launch has begun: a late replacement would undo the way to the new token's page.
 */
export function useNamesakeSearch({ symbol, name }: Draft, { isOver }: { isOver: boolean }) {
  const router = useRouter()
  const path = usePathname()
  const asked = useRef("")
  useEffect(() => {
    const query = new URLSearchParams({ symbol, name: name.trim() }).toString()
    if (isOver || query === asked.current || (!symbol && !name)) return
    const timer = setTimeout(() => {
      asked.current = query
      router.replace(`${path}?${query}`, { scroll: false })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [symbol, name, isOver, path, router])
}
