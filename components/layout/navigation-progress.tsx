"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { Suspense, useEffect, useState } from "react"

/** A quick answer needs no sign. */
const DELAY_MS = 120

/**
 * A thin line at the upper edge while the next page is on its way. The pages themselves stream no
 * placeholders, so that they can be read without scripts.
 */
export function NavigationProgress() {
  return (
    <Suspense>
      <ProgressLine />
    </Suspense>
  )
}

function ProgressLine() {
  const here = `${usePathname()}?${useSearchParams()}`
  const [leaving, setLeaving] = useState<string | null>(null)
  const isUnderWay = leaving === here

  useEffect(() => {
    const pressed = (event: MouseEvent) => {
      if (opensAnotherPage(event)) setLeaving(here)
    }
    addEventListener("click", pressed)
    return () => removeEventListener("click", pressed)
  }, [here])

  return (
    <div aria-live="polite" className="fixed inset-x-0 top-0 z-30 h-0.5" role="status">
      {isUnderWay && (
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

/** Whether a press follows a link of this site in this tab. */
function opensAnotherPage(event: MouseEvent) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (!link || link.target || link.hasAttribute("download")) return false
  const { origin, pathname, search } = new URL(link.href, location.href)
  return origin === location.origin && pathname + search !== location.pathname + location.search
}
