"use client"

import { Command } from "cmdk"
import { Popover } from "radix-ui"
import { useId, useState } from "react"
import { cn } from "./cn"
import { Icon } from "./icon"

type Item = { value: string; label: string; detail?: string }

type ComboboxProps = {
  label: string
  items: readonly Item[]
  value: string | null
  onChange: (value: string) => void
  /** Makes the caller search; without it the items are filtered here. */
  onSearch?: (text: string) => void
  placeholder?: string
  emptyText?: string
}

/** One of many, found by typing. */
export function Combobox({
  label,
  items,
  value,
  onChange,
  onSearch,
  placeholder = "Choose",
  emptyText = "Nothing found",
}: ComboboxProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = items.find((item) => item.value === value)
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <Popover.Root onOpenChange={setOpen} open={isOpen}>
        <Popover.Trigger
          aria-labelledby={`${id}-label ${id}`}
          className="flex min-h-11 w-full items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 text-left text-base sm:text-sm"
          id={id}
          type="button"
        >
          <span className={cn("truncate", !chosen && "text-muted")}>
            {chosen?.label ?? placeholder}
          </span>
          <Icon name="chevron" size={18} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            aria-label={label}
            className="z-50 w-(--radix-popover-trigger-width) min-w-64 rounded-card border border-line bg-surface text-ink shadow-card"
            collisionPadding={12}
            sideOffset={6}
          >
            <Command label={label} shouldFilter={!onSearch}>
              <Command.Input
                className="min-h-11 w-full border-b border-line bg-transparent px-3 text-base outline-none placeholder:text-muted"
                placeholder="Type to search"
                {...(onSearch && { onValueChange: onSearch })}
              />
              <Command.List className="max-h-64 overflow-y-auto p-1">
                <Command.Empty className="p-3 text-sm text-muted">{emptyText}</Command.Empty>
                {items.map((item) => (
                  <Command.Item
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-sunken"
                    key={item.value}
                    keywords={[item.label]}
                    onSelect={() => {
                      onChange(item.value)
                      setOpen(false)
                    }}
                    value={item.value}
                  >
                    <span className="truncate">{item.label}</span>
                    {item.detail && <span className="text-muted">{item.detail}</span>}
                  </Command.Item>
                ))}
              </Command.List>
            </Command>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
