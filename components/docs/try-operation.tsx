"use client"

import { lazy, Suspense, useState } from "react"
import { Button } from "@/components/ui/button"
import { Skeleton } from "@/components/ui/states"
import type { Trial } from "@/lib/reference/trial"

const TryForm = lazy(() => import("./try-form").then(({ TryForm: form }) => ({ default: form })))

/** Sends a request from the page. Its code is loaded when it is opened. */
export function TryOperation({ trial }: { trial: Trial }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="try" className="card grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="try">Try it</h2>
        {!isOpen && (
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Fill in a request
          </Button>
        )}
      </div>
      <noscript>
        <p className="text-sm text-muted">This needs scripts. The examples above do not.</p>
      </noscript>
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <TryForm trial={trial} />
        </Suspense>
      )}
    </section>
  )
}
