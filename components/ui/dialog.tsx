"use client"

import { type ReactNode, useEffect, useId, useRef } from "react"
import { Icon } from "./icon"

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal window; on phones it rises from the lower edge. Escape and a press outside close it. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === isOpen) return
    if (isOpen) dialog.showModal()
    else dialog.close()
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      aria-labelledby={id}
      className="m-0 mt-auto max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-card border border-line bg-surface p-0 text-ink shadow-card sm:m-auto sm:max-w-md sm:rounded-card"
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onClose={onClose}
      ref={ref}
    >
      {isOpen && (
        <div className="p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:p-5">
          <header className="mb-3 flex items-center justify-between gap-3">
            <h2 id={id}>{title}</h2>
            <button
              aria-label="Close"
              className="-mr-2 flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
              onClick={onClose}
              type="button"
            >
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
