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

/** The moderators' desk; for everybody else the way back. */
export function Moderation() {
  const { me, isKnown } = useReefSession()
  const { isLoadRequested } = useWalletDialog()
  const { standing } = usePermissions()
  const [decided, setDecided] = useState(0)
  if (standing?.isAdmin) {
    const count = () => setDecided((before) => before + 1)
    return (
      <>
        <FlaggedPosts onDecided={count} />
        <WalletModeration onDecided={count} />
        <Decisions decided={decided} />
      </>
    )
  }
  if (standing) {
    return (
      <Card>
        <EmptyState
          action={<ButtonLink href="/reef">To the Reef</ButtonLink>}
          icon="lock"
          title="This is the moderators' desk"
        >
          The operator names who moderates. To tell the moderators of a post, report it.
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
        The operator names the wallets that moderate.
      </EmptyState>
    </Card>
  )
}
