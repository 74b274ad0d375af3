"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { EmptyState } from "@/components/ui/states"

const REFRESH_MS = 3_000

/** The token is on the chain but not indexed: refreshes until it is. */
export function NotYetIndexed() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [router])
  return (
    <div className="grid gap-5">
      <h1>Launched</h1>
      <EmptyState icon="clock" title="Not indexed yet">
        The token is on the chain. This page updates as soon as its block is indexed.
      </EmptyState>
    </div>
  )
}
