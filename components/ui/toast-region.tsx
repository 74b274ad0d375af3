"use client"

import Link from "next/link"
import { Toast } from "radix-ui"
import { Icon } from "./icon"
import { ToneIcon } from "./notice"
import { closeToast, type ShownToast } from "./toast"

const SHOWN_MS = 8_000

/** The visible toasts; F8 moves the focus to them. */
export default function ToastRegion({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <Toast.Provider duration={SHOWN_MS} label="Message" swipeDirection="right">
      {toasts.map((each) => (
        <ToastCard key={each.id} message={each} />
      ))}
      <Toast.Viewport
        className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 grid gap-2 outline-none sm:left-auto sm:w-96 lg:bottom-4"
        label="Messages ({hotkey})"
      />
    </Toast.Provider>
  )
}

function ToastCard({ message }: { message: ShownToast }) {
  const { id, title, description, action, tone = "info" } = message
  return (
    <Toast.Root
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-3 text-sm text-ink shadow-card motion-safe:animate-rise"
      onOpenChange={(open) => !open && closeToast(id)}
    >
      <ToneIcon tone={tone} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Toast.Title className="font-semibold">{title}</Toast.Title>
        {description && <Toast.Description className="text-muted">{description}</Toast.Description>}
        {action && (
          <Toast.Action altText={action.label} asChild onClick={action.onSelect}>
            {action.href ? (
              <Link className="text-link inline-flex min-h-11 items-center" href={action.href}>
                {action.label}
              </Link>
            ) : (
              <button className="text-link inline-flex min-h-11 items-center" type="button">
                {action.label}
              </button>
            )}
          </Toast.Action>
        )}
      </div>
      <Toast.Close
        aria-label="Close the message"
        className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <Icon name="close" size={16} />
      </Toast.Close>
    </Toast.Root>
  )
}
