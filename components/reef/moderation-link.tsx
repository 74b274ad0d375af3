"use client"

import { ButtonLink } from "@/components/ui/button"
import { useReefSession } from "./session-gate"

/** Link to the moderation page, for moderators. */
export function ModerationLink() {
  const { isAdmin } = useReefSession()
  if (!isAdmin) return null
  return (
    <ButtonLink href="/reef/moderation" variant="secondary">
      Moderation
    </ButtonLink>
  )
}
