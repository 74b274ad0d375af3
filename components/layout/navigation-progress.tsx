"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { Suspense, useEffect, useState } from "react"

/** Fast navigations show nothing. */
const DELAY_MS = 120

/**
 * A progress line at the top edge while the next page loads. Pages stream no placeholders, so that they work without
 * scripts.
 */
export function NavigationProgress() {
  return (
    <Suspense>
      <ProgressLine />
    </Suspense>
  )
}

function ProgressLine() {
  const url = `${usePathname()}?${useSearchParams()}`
  const [startedFrom, setStartedFrom] = useState<string | null>(null)
  const isNavigating = startedFrom === url

  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      if (opensAnotherPage(event)) setStartedFrom(url)
    }
    addEventListener("click", handleClick)
    return () => removeEventListener("click", handleClick)
  }, [url])

  return (
    <div aria-live="polite" className="fixed inset-x-0 top-0 z-30 h-0.5" role="status">
      {isNavigating && (
        <>
          <span className="sr-only">Loading</span>
          <span
            aria-hidden="true"
            className="block h-full w-full origin-left animate-advance bg-accent"
            style={{ animationDelay: `${DELAY_MS}ms` }}
          />
        </>
      )}
    </div>
  )
}

/** Whether the click follows a link to another page of this site in this tab. */
function opensAnotherPage(event: MouseEvent) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (!link || link.target || link.hasAttribute("download")) return false
  const { origin, pathname, search } = new URL(link.href, location.href)
  return origin === location.origin && pathname + search !== location.pathname + location.search
}
