"use client"

import { type ReactNode, useId, useState } from "react"
import { cn } from "@/components/ui/cn"

/** Long content, collapsed until expanded; without scripts all of it is shown. */
export function Collapsible({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <div
        className={cn(
          !isOpen &&
            "max-h-64 overflow-hidden mask-b-from-60% noscript:max-h-none noscript:mask-none",
        )}
        id={id}
        // Expands when the keyboard focus reaches a link in the collapsed part.
        onFocusCapture={() => setOpen(true)}
      >
        {children}
      </div>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="min-h-11 text-sm font-medium text-accent hover:underline noscript:hidden"
        onClick={() => setOpen(!isOpen)}
        type="button"
      >
        {isOpen ? "Show less" : "Show more"}
      </button>
    </div>
  )
}
