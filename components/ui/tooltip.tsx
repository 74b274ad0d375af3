"use client"

import { Tooltip as Primitive, Popover as Touchable } from "radix-ui"
import { type ReactElement, type ReactNode, useState } from "react"
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

/** An explanation behind a small button: opens by hover and by press, so by touch too. */
export function InfoTip({ label, children }: InfoTipProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Touchable.Root onOpenChange={setOpen} open={isOpen}>
      <Touchable.Trigger
        aria-label={label}
        className="relative inline-flex size-6 items-center justify-center rounded-full align-text-bottom text-muted before:absolute before:-inset-2.5 hover:text-ink"
        onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
        onPointerLeave={(event) => event.pointerType === "mouse" && setOpen(false)}
        type="button"
      >
        <Icon name="info" size={16} />
      </Touchable.Trigger>
      <Touchable.Portal>
        <Touchable.Content
          aria-label={label}
          className={bubble}
          collisionPadding={12}
          onOpenAutoFocus={(event) => event.preventDefault()}
          side="top"
          sideOffset={6}
        >
          {children}
          <Touchable.Arrow className="fill-ink" />
        </Touchable.Content>
      </Touchable.Portal>
    </Touchable.Root>
  )
}
