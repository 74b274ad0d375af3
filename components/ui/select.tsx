"use client"

import { Select as Primitive } from "radix-ui"
import { useId } from "react"
import { cn } from "./cn"
import { Icon } from "./icon"

type Option<T extends string> = { value: T; label: string; description?: string }

type SelectProps<T extends string> = {
  label: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
  /** The label is then only read out. */
  hideLabel?: boolean
  isDisabled?: boolean
  className?: string
}

/** One of several, in a list that opens. */
export function Select<T extends string>({
  label,
  options,
  value,
  onChange,
  hideLabel,
  isDisabled,
  className,
}: SelectProps<T>) {
  const id = useId()
  const choose = (next: string) => {
    const option = options.find((each) => each.value === next)
    if (option) onChange(option.value)
  }
  return (
    <div className={cn("grid gap-1.5", className)}>
      <label className={hideLabel ? "sr-only" : "text-sm font-medium"} htmlFor={id}>
        {label}
      </label>
      <Primitive.Root disabled={isDisabled ?? false} onValueChange={choose} value={value}>
        <Primitive.Trigger
          className="flex min-h-11 w-full items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 text-left text-base disabled:cursor-not-allowed disabled:opacity-60 sm:text-sm"
          id={id}
        >
          <span className="truncate">
            <Primitive.Value>
              {options.find((option) => option.value === value)?.label}
            </Primitive.Value>
          </span>
          <Primitive.Icon className="text-muted">
            <Icon name="chevron" size={18} />
          </Primitive.Icon>
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border border-line bg-surface p-1 text-ink shadow-card"
            position="popper"
            sideOffset={6}
          >
            <Primitive.Viewport>
              {options.map(({ value: each, label: name, description }) => (
                <Primitive.Item
                  className="grid min-h-11 cursor-pointer grid-cols-[1fr_auto] items-center gap-x-3 rounded-control px-3 py-1.5 text-sm outline-none data-highlighted:bg-sunken"
                  key={each}
                  value={each}
                >
                  <Primitive.ItemText>{name}</Primitive.ItemText>
                  <Primitive.ItemIndicator className="text-accent">
                    <Icon name="check" size={16} />
                  </Primitive.ItemIndicator>
                  {description && (
                    <span className="col-span-2 text-xs text-muted">{description}</span>
                  )}
                </Primitive.Item>
              ))}
            </Primitive.Viewport>
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </div>
  )
}
