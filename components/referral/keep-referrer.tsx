"use client"

import { useSearchParams } from "next/navigation"
import { Suspense, useEffect } from "react"
import { keepReferrer } from "./kept-referrer"

/** Notices referral links on every page. */
export function KeepReferrer() {
  return (
    <Suspense>
      <Watch />
    </Suspense>
  )
}

function Watch() {
  const search = `${useSearchParams()}`
  useEffect(() => keepReferrer(search), [search])
  return null
}
