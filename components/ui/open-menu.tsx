"use client"

import { DropdownMenu as Primitive } from "radix-ui"
import type { HTMLAttributes, ReactElement } from "react"
import { Icon, type IconName } from "./icon"

type MenuItem = { label: string; icon?: IconName; isDangerous?: boolean; onSelect: () => void }

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  label: string
  items: readonly MenuItem[]
}

/** A menu that begins open. */
export function OpenMenu({ trigger, label, items }: MenuProps) {
  return (
    <Primitive.Root defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          aria-label={label}
          className="z-50 min-w-48 rounded-card border border-line bg-surface p-1 text-sm text-ink shadow-card motion-safe:animate-appear"
          collisionPadding={12}
          sideOffset={6}
        >
          {items.map(({ label: name, icon, isDangerous, onSelect }) => (
            <Primitive.Item
              className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-highlighted:bg-sunken ${isDangerous ? "text-coral" : ""}`}
              key={name}
              onSelect={onSelect}
            >
              {icon && <Icon name={icon} size={18} />}
              {name}
            </Primitive.Item>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
