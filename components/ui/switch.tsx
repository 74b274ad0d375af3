"use client"

import { Switch as Primitive } from "radix-ui"
import { useId } from "react"

type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  isDisabled?: boolean
}

export function Switch({ label, checked, onChange, isDisabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <label className="text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      <Primitive.Root
        checked={checked}
        className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:-inset-x-1 before:-inset-y-2.5 disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        disabled={isDisabled ?? false}
        id={id}
        onCheckedChange={onChange}
      >
        <Primitive.Thumb className="block size-5 translate-x-1 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-6 data-[state=checked]:bg-on-accent" />
      </Primitive.Root>
    </div>
  )
}
