"use client"

import { Popover as Primitive } from "radix-ui"
import type { ReactElement, ReactNode } from "react"

type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement
  label: string
  align?: "start" | "center" | "end"
  children: ReactNode
}

/** A small panel beside the button that opens it. */
export function Popover({ trigger, label, align = "center", children }: PopoverProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          aria-label={label}
          className="z-50 w-72 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-surface p-4 text-sm text-ink shadow-card motion-safe:animate-appear"
          collisionPadding={12}
          sideOffset={6}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
