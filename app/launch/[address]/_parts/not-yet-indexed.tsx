"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { EmptyState } from "@/components/ui/states"

const REFRESH_MS = 3_000

/** The token is on the chain, and the index has not read its block yet: looks again by itself. */
export function NotYetIndexed() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [router])
  return (
    <div className="grid gap-5">
      <h1>Launched</h1>
      <EmptyState icon="clock" title="The token is on the chain">
        Atoll is still reading its block. This page shows it as soon as that is done.
      </EmptyState>
    </div>
  )
}
