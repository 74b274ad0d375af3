"use client"

import { type ReactNode, useId, useState } from "react"
import { cn } from "@/components/ui/cn"

/** The beginning of something long, and a button for the rest; without scripts all of it. */
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
        // A link in the folded part was reached by the keyboard.
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
