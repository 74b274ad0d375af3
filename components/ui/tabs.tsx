"use client"

import Link from "next/link"
import { Tabs as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { classes } from "./classes"

const row = "flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
const tab =
  "-mb-px flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 border-b-2 px-3 text-sm font-medium whitespace-nowrap -outline-offset-2"
const chosen = "border-accent text-accent"
const other = "border-transparent text-muted hover:text-ink"

type TabsProps = {
  /** What is being switched, for screen readers. */
  label: string
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[]
  value?: string
  onChange?: (id: string) => void
  className?: string
}

/** Contents that take turns; which one is not worth an address. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const [first] = tabs
  return (
    <Primitive.Root
      className={className}
      {...(value === undefined ? { defaultValue: first?.id ?? "" } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <Primitive.List aria-label={label} className={row}>
        {tabs.map(({ id, label: name }) => (
          <Primitive.Trigger
            className={classes(
              tab,
              other,
              "data-[state=active]:border-accent data-[state=active]:text-accent",
            )}
            key={id}
            value={id}
          >
            {name}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ id, content }) => (
        <Primitive.Content className="pt-4" key={id} value={id}>
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}

type LinkTab = { href: string; label: ReactNode; isCurrent: boolean; count?: number }

/** Tabs whose choice is in the address: shareable, and kept by going back. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ul className={row}>
        {tabs.map(({ href, label: name, isCurrent, count }) => (
          <li className="shrink-0" key={href}>
            <Link
              aria-current={isCurrent ? "page" : undefined}
              className={classes(tab, isCurrent ? chosen : other)}
              href={href}
              scroll={false}
            >
              {name}
              {count !== undefined && (
                <span className="figures rounded-full bg-sunken px-1.5 text-xs text-muted">
                  {count.toLocaleString("en-US")}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
