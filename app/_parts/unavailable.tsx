"use client"

import { type ReactNode, useEffect, useState } from "react"
import { Button, ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"

/**
 * What a page shows while the database does not answer. Scripts show the page itself afterwards, and with it the error
 * page, which reads it again on request.
 */
export function Unavailable({ children }: { children: ReactNode }) {
  const [isScripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  if (isScripted) return children
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-coral-soft text-coral">
        <Icon name="warning" size={28} />
      </span>
      <h1>Atoll cannot read its data right now</h1>
      <p className="text-muted">
        Your tokens are on the chain and not affected; a transaction you have sent goes on. Try
        again in a moment.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {/* A form without an action asks for this very page. */}
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
