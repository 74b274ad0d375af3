"use client"

import { Popover as Primitive } from "radix-ui"
import type { HTMLAttributes, ReactNode, RefObject } from "react"

const bubble =
  "z-50 max-w-[min(20rem,calc(100vw-1.5rem))] rounded-control bg-ink px-3 py-2 text-sm text-surface shadow-card"

type OpenTipProps = {
  label: string
  /** The button that it explains. */
  button: RefObject<HTMLButtonElement | null>
  hover: HTMLAttributes<HTMLElement>
  onClose: () => void
  children: ReactNode
}

/** An explanation beside its button. */
export function OpenTip({ label, button, hover, onClose, children }: OpenTipProps) {
  return (
    <Primitive.Root onOpenChange={(open) => !open && onClose()} open>
      <Primitive.Anchor virtualRef={button} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          className={bubble}
          collisionPadding={12}
          // The focus stays on the button.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => event.preventDefault()}
          // The button closes it itself.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target)) {
              event.preventDefault()
            }
          }}
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
