import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { viewHref } from "./links"
import type { LaunchpadQuery } from "./query"

const views = [
  { view: "columns", label: "Columns", icon: "list" },
  { view: "table", label: "Table", icon: "table" },
] as const

/** Columns or table, in the URL. */
export function ViewSwitch({ query }: { query: LaunchpadQuery }) {
  return (
    <nav aria-label="View" className="flex rounded-control border border-line bg-surface p-0.5">
      {views.map(({ view, label, icon }) => (
        <Link
          aria-current={query.view === view ? "page" : undefined}
          className={cn(
            "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-[0.5rem] px-3 text-sm font-medium",
            query.view === view ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
          )}
          href={viewHref(query, view)}
          key={view}
          prefetch={false}
          scroll={false}
        >
          <Icon name={icon} size={18} />
          <span className="max-sm:sr-only">{label}</span>
        </Link>
      ))}
    </nav>
  )
}
