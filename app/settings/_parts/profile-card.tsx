"use client"

import { useState } from "react"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { PictureField } from "@/components/content/picture-field"
import { TierBadge } from "@/components/profiles/tier-badge"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { Skeleton } from "@/components/ui/states"
import { AVATARS_PER_MONTH } from "@/lib/content/validation"
import { MAX_USERNAME_LENGTH, USERNAME_PATTERN } from "@/lib/profiles/validation"
import { SocialsForm } from "./socials-form"
import { type OwnProfile, type ProfileChange, useProfile } from "./use-profile"

/** How others see the active wallet. */
export function ProfileCard({ wallet }: { wallet: string }) {
  const { query, failure, change, setPicture } = useProfile(wallet)
  return (
    <Card
      aside={
        <ButtonLink href={`/wallets/${wallet}`} variant="quiet">
          View
        </ButtonLink>
      }
      title="Profile"
    >
      <div className="grid grid-cols-1 gap-5">
        {query.isPending && <Skeleton className="h-96" />}
        {query.isError && (
          <FailureNotice
            action={
              <Button variant="secondary" onClick={() => query.refetch()}>
                Try again
              </Button>
            }
            failure={describeFailure(query.error)}
          />
        )}
        {query.data && (
          <>
            <OwnRank profile={query.data} />
            <AvatarField onChange={setPicture} stored={query.data.avatarUrl} />
            <UsernameForm onChange={change} username={query.data.username} />
            <SocialsForm onChange={change} profile={query.data} />
          </>
        )}
        <div aria-live="polite">{failure && <FailureNotice failure={failure} />}</div>
      </div>
    </Card>
  )
}

function OwnRank({ profile }: { profile: OwnProfile }) {
  const { rankDelta, streak } = profile
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <TierBadge {...profile} />
      {rankDelta !== 0 && (
        <span>
          {rankDelta > 0 ? "Up" : "Down"} {Math.abs(rankDelta)} since midnight UTC
        </span>
      )}
      {streak > 0 && <span>Active {streak === 1 ? "today" : `${streak} days in a row`}</span>}
    </p>
  )
}

type AvatarFieldProps = {
  stored: string | null
  onChange: (dataUrl: string | null) => Promise<boolean>
}

/** A choice is stored at once, and shown while it is. */
function AvatarField({ stored, onChange }: AvatarFieldProps) {
  const [pending, setPending] = useState<{ picture: string | null } | null>(null)
  return (
    <PictureField
      canRemove
      hint={`PNG, JPEG, WebP or GIF, ${AVATARS_PER_MONTH} new ones a month. You choose the square.`}
      isPending={pending !== null}
      onChange={(picture) => {
        setPending({ picture })
        void onChange(picture).finally(() => setPending(null))
      }}
      picture={pending ? pending.picture : stored}
    />
  )
}

type UsernameFormProps = {
  username: string | null
  onChange: (change: ProfileChange) => Promise<boolean>
}

function UsernameForm({ username, onChange }: UsernameFormProps) {
  const [text, setText] = useState(username ?? "")
  const [isPending, setPending] = useState(false)
  const isAllowed = text === "" || USERNAME_PATTERN.test(text)
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        void onChange({ username: text }).finally(() => setPending(false))
      }}
    >
      <Field
        autoCapitalize="none"
        autoComplete="off"
        error={isAllowed ? null : "Use 3 to 20 letters, digits or underscores."}
        hint="Shown in place of your address. Empty removes it."
        label="Username"
        maxLength={MAX_USERNAME_LENGTH}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        value={text}
      />
      <Button
        disabled={!isAllowed || text === (username ?? "")}
        variant="secondary"
        pending={isPending}
        type="submit"
      >
        Save username
      </Button>
    </form>
  )
}
