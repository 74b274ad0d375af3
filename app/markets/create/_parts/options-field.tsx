"use client"

import { useRef } from "react"
import { Button, IconButton } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Icon } from "@/components/ui/icon"
import { LIMITS, type MarketErrors } from "./validation"

type OptionsFieldProps = {
  options: readonly string[]
  errors: MarketErrors
  onChange: (options: readonly string[]) => void
}

const [MIN_OPTIONS, MAX_OPTIONS] = LIMITS.options

/** A field per outcome; pasted lines become outcomes. */
export function OptionsField({ options, errors, onChange }: OptionsFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const set = (place: number, ...texts: string[]) =>
    onChange(
      options.flatMap((option, at) => (at === place ? texts : [option])).slice(0, MAX_OPTIONS),
    )
  const add = () => {
    onChange([...options, ""])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus(),
    )
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">Outcomes</legend>
      <ol className="grid gap-3" ref={list}>
        {options.map((option, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an outcome is its place
          <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2" key={place}>
            <Field
              error={errors.optionAt?.[place] ?? null}
              label={`Outcome ${place + 1}`}
              onChange={(event) => set(place, event.target.value)}
              onPaste={(event) => {
                const lines = splitLines(event.clipboardData.getData("text"))
                if (lines.length < 2) return
                event.preventDefault()
                set(place, ...lines)
              }}
              value={option}
            />
            <IconButton
              disabled={options.length <= MIN_OPTIONS}
              icon="remove"
              label={`Remove outcome ${place + 1}`}
              onClick={() => set(place)}
            />
          </li>
        ))}
      </ol>
      {errors.options && <p className="text-sm text-coral">{errors.options}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={options.length >= MAX_OPTIONS} variant="secondary" onClick={add}>
          <Icon name="plus" size={18} />
          Add outcome
        </Button>
        <p className="text-sm text-muted">
          {MIN_OPTIONS} to {MAX_OPTIONS} outcomes, exactly one of them true.
        </p>
      </div>
    </fieldset>
  )
}

const splitLines = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
