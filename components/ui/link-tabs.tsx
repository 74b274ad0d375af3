import Link from "next/link"
import type { ReactNode } from "react"
import { formatInteger } from "@/lib/format"
import { cn } from "./cn"
import { tabStyles } from "./tab-styles"

type LinkTab = { href: string; label: ReactNode; isCurrent: boolean; count?: number }

/** Tabs whose state is in the URL. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ul className={tabStyles.row}>
        {tabs.map(({ href, label: name, isCurrent, count }) => (
          <li className="shrink-0" key={href}>
            <Link
              aria-current={isCurrent ? "page" : undefined}
              className={cn(tabStyles.tab, isCurrent ? tabStyles.current : tabStyles.other)}
              href={href}
              prefetch={false}
              scroll={false}
            >
              {name}
              {count !== undefined && (
                <span className="figures tab-count">{formatInteger(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
