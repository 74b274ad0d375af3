"use client"

import { ButtonLink } from "@/components/ui/button"
import { useDesk } from "./desk"

/** The way to the moderators' desk, for moderators. */
export function ModerationLink() {
  const { isAdmin } = useDesk()
  if (!isAdmin) return null
  return (
    <ButtonLink href="/reef/moderation" look="secondary">
      Moderation
    </ButtonLink>
  )
}
