import Link from "next/link"
import type { ReactNode } from "react"
import { grouped } from "@/lib/format"
import { classes } from "./classes"
import { tabLooks } from "./tab-looks"

type LinkTab = { href: string; label: ReactNode; isCurrent: boolean; count?: number }

/** Tabs whose choice is in the address: shareable, and kept by going back. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ul className={tabLooks.row}>
        {tabs.map(({ href, label: name, isCurrent, count }) => (
          <li className="shrink-0" key={href}>
            <Link
              aria-current={isCurrent ? "page" : undefined}
              className={classes(tabLooks.tab, isCurrent ? tabLooks.chosen : tabLooks.other)}
              href={href}
              prefetch={false}
              scroll={false}
            >
              {name}
              {count !== undefined && (
                <span className="figures rounded-full bg-sunken px-1.5 text-xs text-muted">
                  {grouped(count)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
