"use client"

import { Dialog as Primitive } from "radix-ui"
import { type ReactNode, useRef } from "react"
import { cn } from "./cn"
import { Icon } from "./icon"

export type ModalProps = {
  title: string
  /** Read out with the title. */
  description?: ReactNode
  isOpen: boolean
  onClose: () => void
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  children: ReactNode
  layout: "dialog" | "sheet"
}

const layouts = {
  dialog:
    "max-h-[88dvh] sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card",
  sheet:
    "max-h-[92dvh] sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:rounded-none sm:rounded-l-card",
}

/** A dialog or sheet; on phones it is at the bottom of the screen. */
export function Modal({
  title,
  description,
  isOpen,
  onClose,
  footer,
  children,
  layout,
}: ModalProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Root onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-backdrop motion-safe:animate-appear" />
        <Primitive.Content
          className={cn(
            "fixed inset-x-0 bottom-0 z-50 flex flex-col rounded-t-card border border-line bg-surface text-ink shadow-card outline-none motion-safe:animate-rise sm:w-full sm:max-w-md",
            layouts[layout],
          )}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          // It has no trigger that Radix could return the focus to.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          {...(!description && { "aria-describedby": undefined })}
        >
          {layout === "sheet" && (
            <span
              aria-hidden="true"
              className="mx-auto mt-2 h-1 w-10 rounded-full bg-line-strong sm:hidden"
            />
          )}
          <div className="flex items-start justify-between gap-3 px-4 pt-3 pb-2 sm:px-5 sm:pt-4">
            <div className="grid min-w-0 gap-1 pt-2">
              <Primitive.Title>{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-sm text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close
              aria-label="Close"
              className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" />
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-5 sm:pb-5">
            {children}
          </div>
          {footer && (
            <div className="border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5">
              {footer}
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
