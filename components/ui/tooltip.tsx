"use client"

import { Popover as Primitive } from "radix-ui"
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Icon } from "./icon"

const bubble =
  "z-50 max-w-[min(20rem,calc(100vw-1.5rem))] rounded-control bg-ink px-3 py-2 text-sm text-surface shadow-card"

type InfoTipProps = {
  /** Accessible name: "About slippage". */
  label: string
  children: ReactNode
}

/** Keeps it open while the pointer moves from the button to the explanation. */
const CROSSING_MS = 200

/** An explanation behind an info button: opens on hover, keyboard focus and press. */
export function InfoTip({ label, children }: InfoTipProps) {
  const { isOpen, setOpen, hover, isHovered } = useHover()
  return (
    <Primitive.Root onOpenChange={setOpen} open={isOpen}>
      <Primitive.Trigger
        aria-label={label}
        className="relative inline-flex size-6 items-center justify-center rounded-full align-text-bottom text-muted before:absolute before:-inset-2.5 hover:text-ink"
        onBlur={() => setOpen(false)}
        // A mouse that presses what it has opened by being there does not close it.
        onClick={(event) => {
          if (!isHovered()) return
          event.preventDefault()
          setOpen(true)
        }}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        type="button"
        {...hover}
      >
        <Icon name="info" size={16} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          className={bubble}
          collisionPadding={12}
          // The focus stays on the button.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => event.preventDefault()}
          side="top"
          sideOffset={6}
          {...hover}
        >
          {children}
          <Primitive.Arrow className="fill-ink" />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Open while a mouse is over the button or the explanation. Touch opens it by press. */
function useHover() {
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef(false)
  useEffect(() => () => clearTimeout(closing.current), [])
  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return
      clearTimeout(closing.current)
      hovered.current = true
      setOpen(true)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return
      hovered.current = false
      closing.current = setTimeout(() => setOpen(false), CROSSING_MS)
    },
  }
  return { isOpen, setOpen, hover, isHovered: () => hovered.current }
}
