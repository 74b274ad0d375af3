"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

/** `#/Tokens/getApiV1Tokens`: how links named an operation when the reference was at /docs. */
const FORMER_ANCHOR = /^#\/[^/]+\/(\w+)$/

/** Follows links of before 2026-11-24 to the page of their operation. */
export function FormerAnchor() {
  const router = useRouter()
  useEffect(() => {
    const [, operation] = FORMER_ANCHOR.exec(location.hash) ?? []
    if (operation) router.replace(`/docs/api/${operation}`)
  }, [router])
  return null
}
