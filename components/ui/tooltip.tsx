"use client"

import { Tooltip as Primitive, Popover as Touchable } from "radix-ui"
import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react"
import { Icon } from "./icon"

const bubble =
  "z-50 max-w-[min(20rem,calc(100vw-1.5rem))] rounded-control bg-ink px-3 py-2 text-sm text-surface shadow-card"

/** A short remark on something that can have the focus. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className={bubble} collisionPadding={12} sideOffset={6}>
            {content}
            <Primitive.Arrow className="fill-ink" />
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}

type InfoTipProps = {
  /** What is explained: "About slippage". */
  label: string
  children: ReactNode
}

/** On the way from the button to the explanation the pointer is over neither. */
const CROSSING_MS = 200

/** An explanation behind a small button: opens by hover, by focus from the keyboard, and by press. */
export function InfoTip({ label, children }: InfoTipProps) {
  const { isOpen, setOpen, hover } = useHover()
  return (
    <Touchable.Root onOpenChange={setOpen} open={isOpen}>
      <Touchable.Trigger
        aria-label={label}
        className="relative inline-flex size-6 items-center justify-center rounded-full align-text-bottom text-muted before:absolute before:-inset-2.5 hover:text-ink"
        onBlur={() => setOpen(false)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        type="button"
        {...hover}
      >
        <Icon name="info" size={16} />
      </Touchable.Trigger>
      <Touchable.Portal>
        <Touchable.Content
          aria-label={label}
          className={bubble}
          collisionPadding={12}
          // The focus has never left the button.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => event.preventDefault()}
          side="top"
          sideOffset={6}
          {...hover}
        >
          {children}
          <Touchable.Arrow className="fill-ink" />
        </Touchable.Content>
      </Touchable.Portal>
    </Touchable.Root>
  )
}

/** Open while a mouse is over the button or what it explains; fingers press instead. */
function useHover() {
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])
  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return
      clearTimeout(closing.current)
      setOpen(true)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return
      closing.current = setTimeout(() => setOpen(false), CROSSING_MS)
    },
  }
  return { isOpen, setOpen, hover }
}
