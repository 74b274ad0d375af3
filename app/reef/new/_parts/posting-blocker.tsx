"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import type { ReefPermissions } from "@/components/reef/permissions"
import type { CallFailure } from "@/components/reef/session-gate"
import { Countdown } from "@/components/ui/countdown"
import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"

type PostingBlockerProps = {
  permissions: ReefPermissions | null
  failure: CallFailure | null
  /** The waiting time has passed. */
  onOver: () => void
}

/** Why the wallet cannot post now, and for how long. */
export function PostingBlocker({ permissions, failure, onOver }: PostingBlockerProps) {
  if (permissions?.isBanned) {
    return (
      <Notice title="Your wallet is banned from the Reef" tone="bad">
        <p>You can still read everything, delete your own posts, and use the rest of Atoll.</p>
      </Notice>
    )
  }
  if (permissions?.mutedUntil) {
    return (
      <Notice title="Your wallet is muted" tone="warning">
        <p>
          You can write again on <Time format="dateTime" time={permissions.mutedUntil} />, in{" "}
          <Countdown
            label="Muted for another"
            onEnd={onOver}
            to={new Date(permissions.mutedUntil)}
          />
          .
        </p>
      </Notice>
    )
  }
  if (permissions?.nextPostAt && (!failure || failure.code === "COOLDOWN_ACTIVE")) {
    return (
      <Notice title="You posted a few minutes ago">
        <p>
          You can post again in{" "}
          <Countdown label="Next post in" onEnd={onOver} to={new Date(permissions.nextPostAt)} />.
          Your draft is saved.
        </p>
      </Notice>
    )
  }
  return failure && <FailureNotice failure={failure} />
}
