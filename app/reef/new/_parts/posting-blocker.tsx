"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import type { ReefPermissions } from "@/components/reef/permissions"
import type { CallFailure } from "@/components/reef/session-gate"
import { Countdown } from "@/components/ui/countdown"
import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"

type PostingBlockerProps = {
  standing: ReefPermissions | null
  refusal: CallFailure | null
  /** The waiting time has passed. */
  onOver: () => void
}

/** What keeps one from posting, and for how long. */
export function PostingBlocker({ standing, refusal, onOver }: PostingBlockerProps) {
  if (standing?.isBanned) {
    return (
      <Notice title="Your wallet is banned from the Reef" tone="bad">
        <p>You can read everything and delete what you wrote. Everything else on Atoll works.</p>
      </Notice>
    )
  }
  if (standing?.mutedUntil) {
    return (
      <Notice title="Your wallet is muted" tone="warning">
        <p>
          You can write again on <Time format="dateTime" time={standing.mutedUntil} />, in{" "}
          <Countdown label="Muted for another" onEnd={onOver} to={standing.mutedUntil} />.
        </p>
      </Notice>
    )
  }
  if (standing?.nextPostAt && (!refusal || refusal.code === "COOLDOWN_ACTIVE")) {
    return (
      <Notice title="You posted a moment ago">
        <p>
          Your next post can go out in{" "}
          <Countdown label="Next post in" onEnd={onOver} to={standing.nextPostAt} />. Your draft
          stays here.
        </p>
      </Notice>
    )
  }
  return refusal && <FailureNotice failure={refusal} />
}
