"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { navigationItems } from "./navigation-items"

/** The header's links; phones have the bottom bar. */
export function HeaderNavigation() {
  const isCurrent = useIsCurrentPage()
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex 2xl:gap-1">
        {navigationItems.map(({ href, label, isWideOnly }) => (
          <li className={cn(isWideOnly && "max-xl:hidden")} key={href}>
            <Link
              aria-current={isCurrent(href) ? "page" : undefined}
              className={cn(
                "flex min-h-11 items-center rounded-control px-2 text-sm font-medium whitespace-nowrap 2xl:px-3",
                isCurrent(href) ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
              )}
              href={href}
              prefetch={false}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const bottomBarItems = navigationItems.filter(({ isWideOnly }) => !isWideOnly)

export function BottomBar() {
  const isCurrent = useIsCurrentPage()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {bottomBarItems.map(({ href, label, icon }) => (
          <li key={href}>
            <Link
              aria-current={isCurrent(href) ? "page" : undefined}
              className={cn(
                "flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-2 text-[0.6875rem] font-medium",
                isCurrent(href) ? "border-accent text-accent" : "border-transparent text-muted",
              )}
              href={href}
              prefetch={false}
            >
              <Icon name={icon} size={22} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useIsCurrentPage() {
  const path = usePathname()
  return (href: string) =>
    href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`)
}
