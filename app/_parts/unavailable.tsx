"use client"

import { type ReactNode, useEffect, useState } from "react"
import { Button, ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"

/**
 * Shown while the database is unreachable. Once hydrated, it renders the page and thereby its error boundary, which can
 * retry.
 */
export function Unavailable({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (isHydrated) return children
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-coral-soft text-coral">
        <Icon name="warning" size={28} />
      </span>
      <h1>Atoll is temporarily unavailable</h1>
      <p className="text-muted">
        Your funds are safe on the chain, and transactions you have sent are not affected. Try again
        in a moment.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {/* A form without an action requests the same page. */}
        <form>
          <Button type="submit">
            <Icon name="refresh" />
            Try again
          </Button>
        </form>
        <ButtonLink href="/" variant="secondary">
          Go home
        </ButtonLink>
      </div>
    </div>
  )
}
