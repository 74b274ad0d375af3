"use client"

import { useState } from "react"
import { usePermissions } from "@/components/reef/permissions"
import { requireSignIn, useReefSession } from "@/components/reef/session-gate"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { useWalletDialog } from "@/components/wallet/store"
import { Decisions } from "./decisions"
import { FlaggedPosts } from "./flagged-posts"
import { WalletModeration } from "./wallet-moderation"

/** The moderation page; other users get a link back to the Reef. */
export function Moderation() {
  const { me, isKnown } = useReefSession()
  const { isLoadRequested } = useWalletDialog()
  const { permissions } = usePermissions()
  const [decided, setDecided] = useState(0)
  if (permissions?.isAdmin) {
    const count = () => setDecided((before) => before + 1)
    return (
      <>
        <FlaggedPosts onDecided={count} />
        <WalletModeration onDecided={count} />
        <Decisions decided={decided} />
      </>
    )
  }
  if (permissions) {
    return (
      <Card>
        <EmptyState
          action={<ButtonLink href="/reef">Back to the Reef</ButtonLink>}
          icon="lock"
          title="For moderators only"
        >
          The operator appoints the moderators. To bring a post to their attention, report it.
        </EmptyState>
      </Card>
    )
  }
  if (me || (isLoadRequested && !isKnown)) return <Skeleton className="h-48" />
  return (
    <Card>
      <EmptyState
        action={<Button onClick={() => requireSignIn("to moderate")}>Sign in</Button>}
        icon="lock"
        title="Sign in as a moderator"
      >
        The operator appoints the moderators by wallet.
      </EmptyState>
    </Card>
  )
}
