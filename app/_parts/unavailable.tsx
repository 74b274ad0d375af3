"use client"

import { type ReactNode, useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { PageMessage, RetryOrHome } from "./page-message"

/**
 * Shown while the database is unreachable. Once hydrated, it renders the page and thereby its error boundary, which can
 * retry.
 */
export function Unavailable({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (isHydrated) return children
  return (
    <PageMessage
      icon="warning"
      isProblem
      text="Your funds and pending transactions are not affected. Try again in a moment."
      title="Atoll is temporarily unavailable"
    >
      <RetryOrHome>
        {/* A form without an action requests the same page. */}
        <form>
          <Button type="submit">
            <Icon name="refresh" />
            Try again
          </Button>
        </form>
      </RetryOrHome>
    </PageMessage>
  )
}
