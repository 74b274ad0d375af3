"use client"

import { useState } from "react"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Switch } from "@/components/ui/switch"
import { type Platform, parseHandle, platformDetails, platforms } from "@/lib/profiles/validation"
import { Refusal } from "./refusal"
import type { OwnProfile, ProfileChange } from "./use-profile"

type OnChange = (change: ProfileChange) => Promise<void>

/** The wallet's accounts on other platforms: added, shown or hidden, and removed. */
export function SocialsForm({ profile, onChange }: { profile: OwnProfile; onChange: OnChange }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="pb-2 text-sm font-medium">Social accounts</legend>
      {platforms.map((platform) => {
        const entry = profile.socials.find((each) => each.platform === platform)
        if (!entry) return <NewEntry key={platform} onChange={onChange} platform={platform} />
        return <Entry entry={entry} key={platform} onChange={onChange} platform={platform} />
      })}
    </fieldset>
  )
}

type EntryProps = {
  platform: Platform
  entry: OwnProfile["socials"][number]
  onChange: OnChange
}

function Entry({ platform, entry: { handle, isPublic }, onChange }: EntryProps) {
  const { run, isPending, failure } = useAction()
  const { label } = platformDetails[platform]
  return (
    <div className="grid grid-cols-1 gap-1 rounded-control bg-sunken p-3">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm">
          <span className="text-muted">{label}</span>{" "}
          <bdi className="font-medium wrap-anywhere">{handle}</bdi>
        </p>
        <Button
          aria-label={`Remove ${label}`}
          variant="quiet"
          onClick={() => run(() => onChange({ removeSocial: platform }))}
          pending={isPending}
        >
          Remove
        </Button>
      </div>
      <Switch
        checked={isPublic}
        isDisabled={isPending}
        label={`Show ${label} on my profile`}
        onChange={() => run(() => onChange({ toggleSocialPublic: platform }))}
      />
      <Refusal failure={failure} />
    </div>
  )
}

function NewEntry({ platform, onChange }: { platform: Platform; onChange: OnChange }) {
  const [text, setText] = useState("")
  const { run, isPending, failure, reset } = useAction()
  const entered = text.trim()
  const isAllowed = parseHandle(platform, entered) !== null
  const { label } = platformDetails[platform]
  return (
    <form
      className="grid grid-cols-[1fr_auto] items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onChange({ social: { platform, handle: entered } }))
      }}
    >
      <Field
        autoCapitalize="none"
        autoComplete="off"
        error={entered === "" || isAllowed ? null : `Enter a valid ${label} username.`}
        label={label}
        onChange={(event) => {
          setText(event.target.value)
          reset()
        }}
        spellCheck={false}
        value={text}
      />
      <span className="pt-7">
        <Button
          aria-label={`Add ${label}`}
          disabled={!isAllowed}
          variant="secondary"
          pending={isPending}
          type="submit"
        >
          Add
        </Button>
      </span>
      <Refusal failure={failure} />
    </form>
  )
}
