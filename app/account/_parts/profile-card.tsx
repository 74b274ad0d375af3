"use client"

import { useState } from "react"
import { QueryFailure } from "@/components/browser/query-failure"
import { useAction } from "@/components/browser/use-action"
import { PictureField } from "@/components/content/picture-field"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { Skeleton } from "@/components/ui/states"
import { AVATARS_PER_MONTH } from "@/lib/content/quota-limits"
import { MAX_USERNAME_LENGTH, USERNAME_PATTERN } from "@/lib/profiles/validation"
import { Refusal } from "./refusal"
import { SocialsForm } from "./socials-form"
import { type ProfileChange, useProfile } from "./use-profile"

/** The public profile of the active wallet. */
export function ProfileCard({ wallet }: { wallet: string }) {
  const { query, change, setPicture } = useProfile(wallet)
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
        <QueryFailure query={query} />
        {query.data && (
          <>
            <AvatarField onChange={setPicture} stored={query.data.avatarUrl} />
            <UsernameForm onChange={change} username={query.data.username} />
            <SocialsForm onChange={change} profile={query.data} />
          </>
        )}
      </div>
    </Card>
  )
}

type AvatarFieldProps = {
  stored: string | null
  onChange: (dataUrl: string | null) => Promise<void>
}

/** A chosen picture is stored at once, and shown meanwhile. */
function AvatarField({ stored, onChange }: AvatarFieldProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { run, isPending, failure } = useAction()
  return (
    <div className="grid grid-cols-1 gap-3">
      <PictureField
        canRemove
        hint={`PNG, JPEG, WebP or GIF, cropped to a square. Up to ${AVATARS_PER_MONTH} uploads a month.`}
        isPending={isPending}
        onChange={(picture) => {
          setChosen(picture)
          void run(() => onChange(picture))
        }}
        picture={isPending ? chosen : stored}
      />
      <Refusal failure={failure} />
    </div>
  )
}

type UsernameFormProps = {
  username: string | null
  onChange: (change: ProfileChange) => Promise<void>
}

function UsernameForm({ username, onChange }: UsernameFormProps) {
  const [text, setText] = useState(username ?? "")
  const { run, isPending, failure, reset } = useAction()
  const isAllowed = text === "" || USERNAME_PATTERN.test(text)
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onChange({ username: text }))
      }}
    >
      <Field
        autoCapitalize="none"
        autoComplete="off"
        error={isAllowed ? null : "Use 3 to 20 letters, digits or underscores."}
        hint="Shown instead of your address. Leave it empty to remove it."
        label="Username"
        maxLength={MAX_USERNAME_LENGTH}
        onChange={(event) => {
          setText(event.target.value)
          reset()
        }}
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
      <Refusal failure={failure} />
    </form>
  )
}
