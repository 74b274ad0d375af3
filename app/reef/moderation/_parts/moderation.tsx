"use client"

import { useState } from "react"
import { signedIn, useDesk } from "@/components/reef/desk"
import { useStanding } from "@/components/reef/standing"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { useWalletHost } from "@/components/wallet/store"
import { Decisions } from "./decisions"
import { Flagged } from "./flagged"
import { WalletTool } from "./wallet-tool"

/** The moderators' desk; for everybody else the way back. */
export function Moderation() {
  const { me, isKnown } = useDesk()
  const { isAwake } = useWalletHost()
  const { standing } = useStanding()
  const [decided, setDecided] = useState(0)
  if (standing?.isAdmin) {
    const count = () => setDecided((before) => before + 1)
    return (
      <>
        <Flagged onDecided={count} />
        <WalletTool onDecided={count} />
        <Decisions decided={decided} />
      </>
    )
  }
  if (standing) {
    return (
      <Card>
        <EmptyState
          action={<ButtonLink href="/reef">To the Reef</ButtonLink>}
          picture="lock"
          title="This is the moderators' desk"
        >
          The operator names who moderates. To tell the moderators of a post, report it.
        </EmptyState>
      </Card>
    )
  }
  if (me || (isAwake && !isKnown)) return <Skeleton className="h-48" />
  return (
    <Card>
      <EmptyState
        action={<Button onClick={() => signedIn("to moderate")}>Sign in</Button>}
        picture="lock"
        title="Sign in as a moderator"
      >
        The operator names the wallets that moderate.
      </EmptyState>
    </Card>
  )
}
