"use client"

import { ButtonLink } from "@/components/ui/button"
import { useReefSession } from "./session-gate"

/** The way to the moderators' desk, for moderators. */
export function ModerationLink() {
  const { isAdmin } = useReefSession()
  if (!isAdmin) return null
  return (
    <ButtonLink href="/reef/moderation" variant="secondary">
      Moderation
    </ButtonLink>
  )
}
